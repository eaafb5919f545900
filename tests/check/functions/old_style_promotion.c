// An old style parameter of the type char is passed as an int, and cut.
// OPTIONS: -std=c99
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int code_of(letter)
    unsigned char letter;
{
    return letter + 1;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 300)
        return 0;
    assert(code_of(x) == x + 1); // FAILS: assertion
    return 0;
}
