// A function returns a structure by value.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct division {
    unsigned quotient;
    unsigned remainder;
    unsigned divisor;
};

static struct division divide(unsigned a, unsigned b) {
    struct division result = {a / b, a % b, b};
    return result;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar();
    struct division d = divide(a, 10);
    assert(d.divisor == 10);
    assert(d.remainder < d.divisor);
    return (int)d.quotient;
}
