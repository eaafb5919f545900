// Two pointers chosen by inputs can mean the same variable, and then the last write counts.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, y = 0, z = 0;
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    int *p = first == 0 ? &x : first == 1 ? &y : &z;
    int *q = second == 0 ? &x : &y;
    *p = 1;
    *q = 2;
    assert(*p == (p == q ? 2 : 1));
    return 0;
}
