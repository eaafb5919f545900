#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x >= 1) {
        __VERIFIER_assume(x > 3);
        assert(x != 2); // PROVED: assertion
    }
    int three = 3, *p = &three;
    int z = *p;
    assert(z == 3); // PROVED: assertion
    return 0;
}
