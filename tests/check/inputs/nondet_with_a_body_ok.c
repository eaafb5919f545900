// A function that is called like an input and has a body returns what its body says.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int nondet_digit(void) {
    int x = __VERIFIER_nondet_int();
    return x >= 0 && x <= 9 ? x : 0;
}

static int nondet_four(void) {
    return 4;
}

int main(void) {
    assert(nondet_four() == 4);
    int digit = nondet_digit();
    assert(digit >= 0);
    assert(digit < 10);
    return digit;
}
