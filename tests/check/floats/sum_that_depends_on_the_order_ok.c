// Addition of floats is commutative.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 1.0f && a <= 1024.0f && b >= 1.0f && b <= 1024.0f);
    float left = a + b;
    float right = b + a;
    assert(left == right);
    return 0;
}
