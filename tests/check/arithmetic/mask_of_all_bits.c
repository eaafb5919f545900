// A mask of the lowest n bits, n being all of them.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned mask(unsigned n) {
    return (1u << n) - 1u; // FAILS: shift-amount
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 32);
    return mask(n) == 255u;
}
