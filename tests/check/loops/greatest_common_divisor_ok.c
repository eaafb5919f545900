// The algorithm of Euclid looks before it divides.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() & 15u;
    unsigned b = __VERIFIER_nondet_uchar() & 15u;
    unsigned d = gcd(a, b);
    assert(d <= 15);
    return (int)d;
}
