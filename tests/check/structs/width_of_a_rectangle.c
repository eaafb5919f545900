// A structure of structures; the width is computed from one corner only.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

struct point {
    int x, y;
};

struct rectangle {
    struct point low, high;
};

static int width(const struct rectangle *r) {
    return r->high.x - r->high.y;
}

int main(void) {
    struct rectangle r;
    r.low.x = __VERIFIER_nondet_short();
    r.low.y = __VERIFIER_nondet_short();
    r.high = r.low;
    r.high.x += 10;
    assert(r.high.y == r.low.y);
    assert(width(&r) == 10); // FAILS: assertion
    return 0;
}
