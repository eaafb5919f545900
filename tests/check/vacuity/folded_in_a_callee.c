// A function that nobody calls, and one that is called with a constant.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void never(int x) {
    assert(x == 1); // UNREACHABLE: assertion
}

static void always(int x) {
    assert(x == 1); // PROVED: assertion
}

int main(void) {
    int zero = 0;
    if (zero)
        never(__VERIFIER_nondet_int());
    always(1);
    return 0;
}
