// A function without a body that no execution reaches does not matter.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
void elsewhere(int *p);

static int global;

static int look(int x) {
    assert(global == 0);
    return x;
}

int main(void) {
    int x = look(__VERIFIER_nondet_int());
    if (x > 4 && x < 3) {
        elsewhere(&global);
        look(2);
    }
    return 0;
}
