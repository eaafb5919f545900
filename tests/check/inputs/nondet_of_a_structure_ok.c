// A structure may be an input, and is brought into order.
#include <assert.h>

struct interval {
    int from, to;
};

extern struct interval nondet_interval(void);

int main(void) {
    struct interval i = nondet_interval();
    if (i.from > i.to)
        i.to = i.from;
    assert(i.from <= i.to);
    return 0;
}
