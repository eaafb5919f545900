// Two elements are exchanged by exclusive or, which loses an element exchanged with itself.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void exchange(unsigned *p, unsigned *q) {
    *p ^= *q;
    *q ^= *p;
    *p ^= *q;
}

int main(void) {
    unsigned a[3] = {7, 8, 9};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    unsigned j = __VERIFIER_nondet_uint() % 3;
    exchange(&a[i], &a[j]);
    assert(a[0] + a[1] + a[2] == 24); // FAILS: assertion
    return 0;
}
