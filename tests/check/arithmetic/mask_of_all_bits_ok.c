// A mask of all bits is a case of its own.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned mask(unsigned n) {
    if (n == 32)
        return ~0u;
    return (1u << n) - 1u;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 32);
    return mask(n) == 255u;
}
