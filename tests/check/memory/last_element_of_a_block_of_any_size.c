// The last element of a block whose size is an input is one further than thought.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 10000)
        return 0;
    long *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    a[0] = 1;
    a[n] = 2; // FAILS: out-of-bounds-write
    free(a);
    return 0;
}
