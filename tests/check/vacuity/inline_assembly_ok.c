// The highest set bit of a small number is found without the instruction.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 255;
    unsigned bit = 0;
    if (x < 256)
        while (x >> bit > 1)
            bit++;
    else
        __asm__ volatile("bsrl %1, %0" : "=r"(bit) : "r"(x));
    return 0;
}
