// A debt of the type long becomes a credit by a change of its sign.
#include <limits.h>

extern long __VERIFIER_nondet_long(void);

static long credit(long debt) {
    return -debt; // FAILS: signed-overflow
}

int main(void) {
    long debt = __VERIFIER_nondet_long();
    if (debt > 0)
        return 1;
    return credit(debt) < 0;
}
