// The algorithm of Euclid divides before it looks.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
    do {
        unsigned rest = a % b; // FAILS: division-by-zero
        a = b;
        b = rest;
    } while (b != 0);
    return a;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() & 15u;
    unsigned b = __VERIFIER_nondet_uchar() & 15u;
    unsigned d = gcd(a, b);
    assert(d <= 15);
    return (int)d;
}
