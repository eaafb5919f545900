// One of the two factors is made unsigned, and so is the product.
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned pixels(unsigned short columns, unsigned short rows) {
    return (unsigned)columns * rows;
}

int main(void) {
    unsigned short columns = __VERIFIER_nondet_ushort();
    unsigned short rows = __VERIFIER_nondet_ushort();
    return pixels(columns, rows) > 1000000u;
}
