// Adding a small step to a large float changes nothing, so the position does not move.
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float position = __VERIFIER_nondet_float();
    __VERIFIER_assume(position >= 0.0f && position <= 1.0e9f);
    float next = position + 1.0f;
    assert(next > position); // FAILS: assertion
    return 0;
}
