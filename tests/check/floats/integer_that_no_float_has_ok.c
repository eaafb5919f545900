// A double has 53 bits for an integer of 32.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double d = (double)n;
    assert((int)d == n);
    return 0;
}
