// A failure that depends on no float, and one that does.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static const char names[4];

int main(void) {
    int at = __VERIFIER_nondet_int();
    float weight = __VERIFIER_nondet_float();
    __VERIFIER_assume(at >= 0 && at <= 4 && weight >= 1.0f && weight <= 2.0f);
    char name = names[at]; // FAILS: array-index
    float half = weight / 2.0f;
    assert(half + half == weight);
    assert(half < 1.0f); // FAILS: assertion
    return name;
}
