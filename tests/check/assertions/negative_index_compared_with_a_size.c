// A negative number is compared with an unsigned size, and is the larger one.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    const char alphabet[] = "abcdef";
    int position = __VERIFIER_nondet_int();
    __VERIFIER_assume(position >= -1 && position <= 5);
    int inside = position < sizeof alphabet;
    assert(inside); // FAILS: assertion
    return inside;
}
