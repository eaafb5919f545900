// An old style parameter of the type int is passed as it is.
// OPTIONS: -std=c99
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int code_of(letter)
    int letter;
{
    return letter + 1;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 300)
        return 0;
    assert(code_of(x) == x + 1);
    return 0;
}
