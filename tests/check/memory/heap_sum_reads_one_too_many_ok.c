// A sum over a block whose length is an input.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int sum(const int *a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    int *a = malloc((size_t)n * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = i;
    int total = sum(a, n);
    free(a);
    return total;
}
