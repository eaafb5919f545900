// Four assertions about a half that all hold.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 20)
        return 0;
    int half = x / 2;
    assert(half <= 10);
    assert(half * 2 == x - x % 2);
    assert(half != 11);
    assert(half >= 0);
    return 0;
}
