// Two elements are exchanged by exclusive or, unless they are the same.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void exchange(unsigned *p, unsigned *q) {
    if (p == q)
        return;
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

int main(void) {
    unsigned a[3] = {7, 8, 9};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    unsigned j = __VERIFIER_nondet_uint() % 3;
    exchange(&a[i], &a[j]);
    assert(a[0] + a[1] + a[2] == 24);
    return 0;
}
