// What a function without a body does is not known, so what it could change is not either.
// VERDICT: unknown
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
void elsewhere(int *p);

static int global;

static int look(int x) {
    assert(global == 0); // UNKNOWN: assertion
    return x;
}

int main(void) {
    int x = look(__VERIFIER_nondet_int());
    if (x > 4) {
        elsewhere(&global); // UNKNOWN: missing-body
        look(2);
    }
    return 0;
}
