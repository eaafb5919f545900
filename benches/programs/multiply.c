// Two ways to multiply: nothing but circuits.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint() & 0x7f, b = __VERIFIER_nondet_uint() & 0x7f;
    unsigned product = 0;
    for (int i = 0; i < 7; i++)
        if (b >> i & 1)
            product += a << i;
    assert(product == a * b);
    return 0;
}
