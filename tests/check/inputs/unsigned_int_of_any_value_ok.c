// An unsigned int is not less than zero as a wider number.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    long long wide = x;
    assert(wide >= 0);
    assert(wide <= 0xffffffff);
    return 0;
}
