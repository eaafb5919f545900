// The smallest short has a counterpart among the integers.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    short x = __VERIFIER_nondet_short();
    int magnitude = x < 0 ? -x : x;
    assert(magnitude >= 0);
    return 0;
}
