// Up to 2^23 a float can tell a number from the next integer.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float position = __VERIFIER_nondet_float();
    __VERIFIER_assume(position >= 0.0f && position <= 8388608.0f);
    float next = position + 1.0f;
    assert(next > position);
    return 0;
}
