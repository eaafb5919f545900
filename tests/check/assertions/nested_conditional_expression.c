// The two inner results of a conditional expression are exchanged.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int order = x < y ? -1 : x == y ? 1 : 0;
    assert(order >= -1 && order <= 1);
    assert(order != 0 || x == y); // FAILS: assertion
    return order;
}
