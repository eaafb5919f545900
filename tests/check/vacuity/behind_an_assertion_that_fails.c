// Nothing comes after an assertion that always fails.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != x); // FAILS: assertion
    assert(x == 5); // UNREACHABLE: assertion
    return 0;
}
