// The amount is a long; its low 32 bits alone would be fine.
int main(void) {
    long n = 0x100000001L;
    int x = 1 << n; // BUG: shift-amount
    return x;
}
