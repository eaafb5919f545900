// A buffer is freed before it is replaced.
// OPTIONS: --check lost-memory
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *current;

int main(void) {
    current = malloc(8);
    if (!current)
        return 1;
    if (__VERIFIER_nondet_int() == 3) {
        free(current);
        current = malloc(16);
    }
    free(current);
    return 0;
}
