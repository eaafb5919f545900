// The root of a number from 1 to 4 is one from 1 to 2.
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 1.0f && x <= 4.0f);
    float root = sqrtf(x);
    assert(root >= 1.0f && root <= 2.0f);
    return 0;
}
