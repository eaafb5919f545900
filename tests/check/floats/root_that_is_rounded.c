// The square of a rounded root may be larger than the number.
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1.0f && x <= 4.0f);
    float root = sqrtf(x);
    assert(root * root <= x); // FAILS: assertion
    return 0;
}
