// A structure may be an input; its members are independent.
#include <assert.h>

struct interval {
    int from, to;
};

extern struct interval nondet_interval(void);

int main(void) {
    struct interval i = nondet_interval();
    assert(i.from <= i.to); // FAILS: assertion
    return 0;
}
