// A number from outside is printed, and has a length.
#include <assert.h>
#include <stdio.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    int length = printf("%.1f", __VERIFIER_nondet_double());
    assert(length >= 1);
    return 0;
}
