/* UNKNOWN: termination. A counter of one byte never gets to 256. */
int main(void) {
    unsigned steps = 0;
    for (unsigned char i = 0; i < 256; i++)
        steps++;
    return steps == 0;
}
