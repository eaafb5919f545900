// The length of a memset comes from outside and is one too large at most.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char buffer[16] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 17)
        return 0;
    memset(buffer, 0xee, n); // FAILS: out-of-bounds-write
    for (unsigned i = 0; i < 16; i++)
        assert(buffer[i] == (i < n ? 0xee : 0));
    return 0;
}
