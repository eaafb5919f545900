// The last element of a block whose size is an input.
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
    a[n - 1] = 2;
    free(a);
    return 0;
}
