// A variable that is initialised by an expression with branches is written once on every path.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    const int x = __VERIFIER_nondet_int() ? 5 : __VERIFIER_nondet_int() ? 6 : 7;
    int y = 1;
    *(int *)&y = 6;
    assert(x >= 5 && x <= 7 && y == 6);
    return 0;
}
