// The sum starts from nothing.
int main(void) {
    unsigned steps = 0;
    unsigned sum;
    while (steps < 3)
        sum += ++steps;
    for (unsigned i = 0; i < sum; i++) // BUG: uninitialised-use
        steps += 2;
    return (int)steps;
}
