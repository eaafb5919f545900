// Handlers run in the opposite order of their registration.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int calls;

static void first(void) {
    assert(calls == 0); // FAILS: assertion
}

static void second(void) {
    calls++;
}

int main(void) {
    atexit(first);
    atexit(second);
    if (__VERIFIER_nondet_int())
        exit(3);
    return 0;
}
