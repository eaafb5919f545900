// EXIT: 15
// The sum starts from zero.
int main(void) {
    unsigned steps = 0;
    unsigned sum = 0;
    while (steps < 3)
        sum += ++steps;
    for (unsigned i = 0; i < sum; i++)
        steps += 2;
    return (int)steps;
}
