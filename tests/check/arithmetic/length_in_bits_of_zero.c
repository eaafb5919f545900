// The built-in function that counts leading zeros has no answer for zero.
extern unsigned __VERIFIER_nondet_uint(void);

static int bit_length(unsigned x) {
    return 32 - __builtin_clz(x); // FAILS: invalid-argument
}

int main(void) {
    return bit_length(__VERIFIER_nondet_uint()) > 16;
}
