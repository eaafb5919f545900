// A number of 32 bits can be halved 31 times before it is one, not only 30 times.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int halvings = 0;
    while (x > 1) {
        x >>= 1;
        halvings++;
    }
    assert(halvings <= 30); // FAILS: assertion
    return halvings;
}
