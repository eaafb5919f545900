// An unsigned int may be larger than the largest int.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    long long wide = x;
    assert(wide >= 0);
    assert(wide <= 0x7fffffff); // FAILS: assertion
    return 0;
}
