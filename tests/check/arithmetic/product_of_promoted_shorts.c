// Two unsigned shorts are promoted to int, and so is their product.
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned pixels(unsigned short columns, unsigned short rows) {
    return columns * rows; // FAILS: signed-overflow
}

int main(void) {
    unsigned short columns = __VERIFIER_nondet_ushort();
    unsigned short rows = __VERIFIER_nondet_ushort();
    return pixels(columns, rows) > 1000000u;
}
