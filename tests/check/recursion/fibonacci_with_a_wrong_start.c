// The sequence starts with one where it should start with zero.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int fibonacci(unsigned n) {
    if (n < 2)
        return 1;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    static const int expected[6] = {0, 1, 1, 2, 3, 5};
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 6)
        return 0;
    assert(fibonacci(n) == expected[n]); // FAILS: assertion
    return 0;
}
