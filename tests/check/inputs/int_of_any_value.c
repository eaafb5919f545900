// An int may have any value, also the one that the assertion excludes.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x ^ 0x1234;
    assert(y != 0x7654321); // FAILS: assertion
    return 0;
}
