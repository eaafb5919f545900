// The highest set bit of a large number is found by an instruction.
// VERDICT: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned bit = 0;
    if (x < 256)
        while (x >> bit > 1)
            bit++;
    else
        __asm__ volatile("bsrl %1, %0" : "=r"(bit) : "r"(x)); // UNKNOWN: inline-assembly
    return 0;
}
