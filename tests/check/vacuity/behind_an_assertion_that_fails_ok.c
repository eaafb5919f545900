// An assertion behind one that always holds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x == x); // PROVED: assertion
    assert(x <= 5 || x > 5); // PROVED: assertion
    return 0;
}
