// What is decided without an input is decided all the same: one assertion is reached, the other is not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static const int limit = 4;

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 3;
    if (y == limit)
        assert(x == 7); // UNREACHABLE: assertion
    if (x > 5)
        assert(x > 2 && y == 3); // PROVED: assertion
    assert(y != limit); // PROVED: assertion
    return 0;
}
