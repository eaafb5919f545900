// What a cast cuts off leaves zero for negative fractions.
#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static const char cells[16];

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > -0.5f && x < 15.5f);
    return cells[(int)truncf(x)];
}
