// An address is computed with integers and ends inside the array.
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static long cells[4];

int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k > 3)
        return 0;
    uintptr_t base = (uintptr_t)cells;
    long *p = (long *)(base + 8u * k);
    *p = 1;
    return cells[0] > 1;
}
