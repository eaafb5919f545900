// An address is computed with integers and ends just behind the array.
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static long cells[4];

int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 1 || k > 4)
        return 0;
    uintptr_t base = (uintptr_t)cells;
    long *p = (long *)(base + 8u * k);
    *p = 1; // FAILS: out-of-bounds-write
    return cells[0] > 1;
}
