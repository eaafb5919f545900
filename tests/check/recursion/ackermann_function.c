// The function of Ackermann is n + 1 for m = 0, no more.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    assert(ackermann(2, 2) == 7);
    unsigned m = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint();
    if (m > 1 || n > 3)
        return 0;
    unsigned value = ackermann(m, n);
    assert(value > n + 1); // FAILS: assertion
    return (int)value;
}
