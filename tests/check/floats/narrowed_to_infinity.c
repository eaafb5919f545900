// A double that is finite becomes an infinite float.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double wide = __VERIFIER_nondet_double();
    __VERIFIER_assume(wide >= 0.0 && wide <= 1.0e39);
    float narrow = (float)wide;
    assert(narrow <= 3.4028234663852886e38f); // FAILS: assertion
    return 0;
}
