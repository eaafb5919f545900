// A conditional expression inside another one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int order = x < y ? -1 : x == y ? 0 : 1;
    assert(order >= -1 && order <= 1);
    assert(order != 0 || x == y);
    return order;
}
