// A product that does not overflow minus itself is zero.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= 1.0 && x <= 1.0e150);
    double square = x * x;
    double none = square - square;
    assert(none == 0.0);
    return 0;
}
