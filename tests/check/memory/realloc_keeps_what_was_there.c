// Growing a block keeps its contents; what is added has none.
// OPTIONS: --check uninitialised-use
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(4 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 4; i++)
        a[i] = 10 * i;
    int *grown = realloc(a, 8 * sizeof *a);
    if (!grown) {
        free(a);
        return 1;
    }
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 8)
        assert(grown[k] == 10 * k); // FAILS: uninitialised-use
    free(grown);
    return 0;
}
