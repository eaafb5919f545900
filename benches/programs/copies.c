// Copies of any length between buffers: memories as lambdas.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char from[64], to[64];
    unsigned length = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint();
    memset(to, 0, sizeof to);
    for (int i = 0; i < 64; i++)
        from[i] = (unsigned char)i;
    if (length > 64 || at >= 64)
        return 0;
    memcpy(to, from, length);
    assert(to[at] == (at < length ? at : 0));
    memmove(to + 1, to, 63);
    assert(at == 0 || to[at] == (at - 1 < length ? at - 1 : 0));
    return 0;
}
