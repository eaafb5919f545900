// An unsigned char may be 255, which has no successor among its kind.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char next = (unsigned char)(x + 1);
    assert(next > x); // FAILS: assertion
    return 0;
}
