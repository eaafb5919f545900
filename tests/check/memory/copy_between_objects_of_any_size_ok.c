// A copy between two objects of any size: they do not overlap.
#include <stdlib.h>
#include <string.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
    char *a = malloc(n), *b = malloc(m);
    if (!a || !b || n > m)
        return 0;
    memset(a, 1, n);
    memcpy(b, a, n);
    return 0;
}
