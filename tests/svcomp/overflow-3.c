/* UNKNOWN: termination. What the constant is that overflows is not known, so the loop may not end. */
int main(void) {
    volatile int x = 0;
    while (x < 2147483647 + 1)
        ;
    return 0;
}
