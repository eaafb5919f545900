// A float has 24 bits for an integer of 32.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 1 << 30);
    float f = (float)n;
    assert((int)f == n); // FAILS: assertion
    return 0;
}
