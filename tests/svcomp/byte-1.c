/* A counter of one byte ends. */
int main(void) {
    unsigned steps = 0;
    for (unsigned char i = 0; i < 200; i++)
        steps++;
    return steps == 0;
}
