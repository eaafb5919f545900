// The smallest short has no counterpart among the shorts.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    short x = __VERIFIER_nondet_short();
    short magnitude = (short)(x < 0 ? -x : x);
    assert(magnitude >= 0); // FAILS: assertion
    return 0;
}
