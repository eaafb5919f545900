// A long that fits an int survives the way through it.
#include <assert.h>
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x < INT_MIN || x > INT_MAX)
        return 0;
    int narrow = (int)x;
    assert(narrow == x);
    return 0;
}
