// Zero has no bits, and is a case of its own.
extern unsigned __VERIFIER_nondet_uint(void);

static int bit_length(unsigned x) {
    if (x == 0)
        return 0;
    return 32 - __builtin_clz(x);
}

int main(void) {
    return bit_length(__VERIFIER_nondet_uint()) > 16;
}
