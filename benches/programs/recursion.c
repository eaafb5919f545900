// Ackermann's function on small numbers: deep calls with constants, shallow ones without.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static unsigned fibonacci(unsigned n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(ackermann(2, 6) == 15);
    if (n <= 7)
        assert(fibonacci(n) <= 13);
    return 0;
}
