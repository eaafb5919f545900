// Of four assertions about a half, two do not hold, each for inputs of its own.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 20)
        return 0;
    int half = x / 2;
    assert(half <= 10);
    assert(half * 2 == x); // FAILS: assertion
    assert(half != 7); // FAILS: assertion
    assert(half >= 0);
    return 0;
}
