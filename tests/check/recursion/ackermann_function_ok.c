// The function of Ackermann is larger than both of its arguments.
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
    assert(value > n && value > m);
    return (int)value;
}
