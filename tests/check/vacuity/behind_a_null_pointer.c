// What comes after an access that always fails is never reached, nor is what contradicts an assumption.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) {
        __VERIFIER_assume(x > 3);
        assert(x == 9); // UNREACHABLE: assertion
    }
    int *p = 0;
    int z = *p; // FAILS: null-dereference
    assert(z == 3); // UNREACHABLE: assertion
    return 0;
}
