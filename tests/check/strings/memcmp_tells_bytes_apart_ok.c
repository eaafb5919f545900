// Blocks that differ in one byte compare unequal if the byte is in the range.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char a[6] = {1, 2, 3, 4, 5, 6};
    unsigned char b[6] = {1, 2, 3, 4, 5, 6};
    unsigned at = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint();
    if (at >= 6 || n > 6)
        return 0;
    b[at] = 99;
    assert((memcmp(a, b, n) < 0) == (at < n));
    return 0;
}
