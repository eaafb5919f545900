// A product that overflows is infinite, and the difference of two such is not a number.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 1.0 && x <= 1.0e200);
    double square = x * x;
    double none = square - square;
    assert(none == 0.0); // FAILS: assertion
    return 0;
}
