// The registers of a simulated device are an array.
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static volatile uint32_t registers[4];

int main(void) {
    unsigned number = __VERIFIER_nondet_uint();
    if (number >= 4)
        return 0;
    volatile uint32_t *r = registers + number;
    *r = 1;
    return 0;
}
