// Both calls are made before their results are combined.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int checked;

static int valid(int x) {
    checked++;
    return x >= 0 && x < 24;
}

int main(void) {
    int from = __VERIFIER_nondet_int();
    int to = __VERIFIER_nondet_int();
    int both = valid(from) & valid(to); // ASSUMES: order
    assert(!both || from < 24);
    assert(checked == 2);
    return both;
}
