// A long does not always survive the way through an int.
#include <assert.h>
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x < INT_MIN)
        return 0;
    int narrow = (int)x;
    assert(narrow == x); // FAILS: assertion
    return 0;
}
