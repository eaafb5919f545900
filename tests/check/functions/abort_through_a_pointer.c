// A pointer that may lead to `abort` and to a function of the program: after `abort` nothing comes.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int chosen;

static void other(void) {
    assert(chosen == 0); // FAILS: assertion
}

static void (*const choices[])(void) = {abort, other};

int main(void) {
    chosen = __VERIFIER_nondet_int();
    if (chosen < 0 || chosen > 1)
        return 1;
    choices[chosen]();
    return 0;
}
