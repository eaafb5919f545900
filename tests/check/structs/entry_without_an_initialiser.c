// A table with designated entries has a hole.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum size { SMALL, MEDIUM, LARGE, SIZES };

static const int prices[SIZES] = {[LARGE] = 30, [SMALL] = 10};

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size >= SIZES)
        return 1;
    assert(prices[size] <= 30);
    assert(prices[size] >= 10); // FAILS: assertion
    return 0;
}
