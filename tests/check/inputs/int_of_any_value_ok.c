// An int may have any value, and the assertion excludes none.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x ^ 0x1234;
    assert((y == 0x7654321) == (x == (0x7654321 ^ 0x1234)));
    return 0;
}
