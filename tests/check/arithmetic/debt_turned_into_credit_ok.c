// The largest debt becomes the largest credit.
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

static long credit(long debt) {
    if (debt == LONG_MIN)
        return LONG_MAX;
    return -debt;
}

int main(void) {
    long debt = __VERIFIER_nondet_long();
    if (debt > 0)
        return 1;
    return credit(debt) < 0;
}
