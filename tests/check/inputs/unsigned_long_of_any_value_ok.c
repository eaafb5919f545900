// An unsigned long is the sum of its halves.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    unsigned long low = x & 0xffffffff;
    unsigned long high = x >> 32;
    assert(low <= x);
    assert((high << 32 | low) == x);
    return 0;
}
