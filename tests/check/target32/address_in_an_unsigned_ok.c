// An address fits an unsigned int here, and comes back unharmed.
// OPTIONS: -m32
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

static int cells[4] = {0, 1, 2, 3};

int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k > 3)
        return 0;
    unsigned address = (unsigned)cells + 4 * k;
    int value = *(int *)address;
    __VERIFIER_assert(value == (int)k);
    return 0;
}
