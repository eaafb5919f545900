// Handlers run in the opposite order of their registration, and after `exit` the variables of `main` are
// still there.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int calls;
static int *shared;

static void first(void) {
    assert(calls == 1);
    assert(*shared == 7);
}

static void second(void) {
    calls++;
}

int main(void) {
    int local = 7;
    shared = &local;
    atexit(first);
    atexit(second);
    exit(__VERIFIER_nondet_int());
}
