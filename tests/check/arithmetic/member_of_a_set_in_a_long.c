// A set of the numbers up to 63 is asked for the number 64.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int contains(unsigned long set, unsigned char number) {
    if (number > 64)
        return 0;
    return (set >> number & 1ul) != 0; // FAILS: shift-amount
}

int main(void) {
    unsigned long set = __VERIFIER_nondet_ulong();
    return contains(set, __VERIFIER_nondet_uchar());
}
