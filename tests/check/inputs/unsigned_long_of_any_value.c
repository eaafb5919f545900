// The top bit of an unsigned long is lost when its halves are put together.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong();
    unsigned long low = x & 0xffffffff;
    unsigned long high = x >> 32 & 0x7fffffff;
    assert(low <= x);
    assert((high << 32 | low) == x); // FAILS: assertion
    return 0;
}
