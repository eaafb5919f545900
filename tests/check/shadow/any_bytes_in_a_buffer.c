// After memhavoc the bytes of a buffer are arbitrary, one more than thought.
#include <assert.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void memhavoc(void *ptr, size_t size);

int main(void) {
    unsigned char buffer[16] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 15)
        return 0;
    memhavoc(buffer, n + 1);
    assert(buffer[n] == 0); // FAILS: assertion
    return 0;
}
