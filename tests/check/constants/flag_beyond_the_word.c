// Bit 40 of an int, in an argument and as an operand.
static unsigned long flags(int a, unsigned long b) {
    return (unsigned long)a | b;
}

int main(void) {
    return flags(1 << 40, 1) == 3; // FAILS: shift-amount
}
