// Two functions that are called with constants.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void first(int x) {
    assert(x == 1); // PROVED: assertion
}

static void second(int x, int y) {
    assert(x == 1 || y == 2); // PROVED: assertion
}

int main(void) {
    first(1);
    second(0, 2);
    return 0;
}
