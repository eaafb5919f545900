// A function leaves the address of a static variable in a global.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fallback = 1;
static int *current = &fallback;

static void choose(int n) {
    static int level = 7;
    if (n > 100)
        current = &level;
}

int main(void) {
    choose(__VERIFIER_nondet_int());
    int level = *current;
    assert(level == 1 || level == 7);
    return 0;
}
