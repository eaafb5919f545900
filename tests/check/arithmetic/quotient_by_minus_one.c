// Zero as a divisor was thought of, -1 was not.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int quotient(int a, int b) {
    if (b == 0)
        return 0;
    return a / b; // FAILS: signed-overflow
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    return quotient(a, b) > 5;
}
