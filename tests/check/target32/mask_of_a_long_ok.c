// A bit of a long is chosen by a number below its width.
// OPTIONS: -m32
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned bit = __VERIFIER_nondet_uint();
    if (bit >= 8 * sizeof(unsigned long))
        return 0;
    unsigned long mask = 1ul << bit;
    return mask == 0;
}
