// An unsigned char has a successor among the integers.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int next = x + 1;
    assert(next > x);
    return 0;
}
