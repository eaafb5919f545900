// Two calls of an input function give two values.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int now = __VERIFIER_nondet_int();
    int later = __VERIFIER_nondet_int();
    assert(now == later); // FAILS: assertion
    return 0;
}
