// The last pass of a bubble sort is left out.
#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_schar();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 3 - pass; i++)
            if (a[i] > a[i + 1]) {
                signed char t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
    assert(a[0] <= a[1]); // FAILS: assertion
    assert(a[1] <= a[2]);
    assert(a[2] <= a[3]);
    return 0;
}
