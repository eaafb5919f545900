// A bit of a long is chosen by a number below 64.
// OPTIONS: -m32
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit >= 64)
        return 0;
    unsigned long mask = 1ul << bit; // FAILS: shift-amount
    return mask == 0;
}
