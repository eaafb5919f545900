// Zero and -1 were both thought of as divisors.
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int quotient(int a, int b) {
    if (b == 0)
        return 0;
    if (b == -1)
        return a == INT_MIN ? INT_MAX : -a;
    return a / b;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    return quotient(a, b) > 5;
}
