// A do loop counts one digit for zero.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int digits(unsigned x) {
    int n = 0;
    do {
        n++;
        x /= 10;
    } while (x > 0);
    return n;
}

int main(void) {
    int n = digits(__VERIFIER_nondet_uchar());
    assert(n <= 3);
    assert(n >= 1);
    return n;
}
