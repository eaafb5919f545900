// Inputs that are not wanted end the program by abort, which is no defect.
#include <assert.h>

extern void abort(void);
extern int __VERIFIER_nondet_int(void);

static void assume_abort_if_not(int condition) {
    if (!condition)
        abort();
}

int main(void) {
    int hour = __VERIFIER_nondet_int();
    assume_abort_if_not(hour >= 0 && hour < 24);
    int minutes = hour * 60;
    assert(minutes < 1440);
    return 0;
}
