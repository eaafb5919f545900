// A copy between two objects of any size: they do not overlap, but the second may be too small.
#include <stdlib.h>
#include <string.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
    char *a = malloc(n), *b = malloc(m);
    if (!a || !b)
        return 0;
    memset(a, 1, n);
    memcpy(b, a, n); // FAILS: out-of-bounds-write
    return 0;
}
