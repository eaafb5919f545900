// Addition of floats is not associative.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 1.0f && a <= 1024.0f && b >= 1.0f && b <= 1024.0f);
    float left = (a + b) + 0.125f;
    float right = a + (b + 0.125f);
    assert(left == right); // FAILS: assertion
    return 0;
}
