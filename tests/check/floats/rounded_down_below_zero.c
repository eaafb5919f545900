// The floor of a negative fraction is -1, and no index.
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static const char cells[16];

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > -0.5f && x < 15.5f);
    return cells[(int)floorf(x)]; // FAILS: array-index
}
