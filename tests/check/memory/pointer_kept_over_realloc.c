// A pointer to an element is kept while the block grows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *items = malloc(2 * sizeof *items);
    if (!items)
        return 1;
    items[0] = 1;
    items[1] = 2;
    int *second = items + 1;
    if (__VERIFIER_nondet_int() > 2) {
        int *grown = realloc(items, 1024 * sizeof *items);
        if (!grown) {
            free(items);
            return 1;
        }
        items = grown;
    }
    *second = 3; // FAILS: use-after-free
    free(items);
    return 0;
}
