// Zero has one digit, not none.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int digits(unsigned x) {
    int n = 0;
    while (x > 0) {
        n++;
        x /= 10;
    }
    return n;
}

int main(void) {
    int n = digits(__VERIFIER_nondet_uchar());
    assert(n <= 3);
    assert(n >= 1); // FAILS: assertion
    return n;
}
