// A device register is addressed by number; there is no device here.
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned number = __VERIFIER_nondet_uint();
    if (number >= 4)
        return 0;
    volatile uint32_t *r = (volatile uint32_t *)(uintptr_t)(0x1000u + 4u * number);
    *r = 1; // FAILS: wild-pointer
    return 0;
}
