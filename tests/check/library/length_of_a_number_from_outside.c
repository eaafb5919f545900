// How long a number from outside is as text is not modelled.
// VERDICT: unknown
#include <assert.h>
#include <stdio.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    int length = printf("%.1f", __VERIFIER_nondet_double());
    assert(length < 400); // UNKNOWN: assertion
    return 0;
}
