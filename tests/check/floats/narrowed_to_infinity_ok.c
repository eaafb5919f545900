// A float made wide and narrow again is the same.
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float narrow = __VERIFIER_nondet_float();
    __VERIFIER_assume(narrow >= -1.0e38f && narrow <= 1.0e38f);
    double wide = (double)narrow;
    assert((float)wide == narrow);
    return 0;
}
