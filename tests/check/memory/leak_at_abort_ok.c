// The memory is given back before the program ends itself.
// OPTIONS: --check memory-leak
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *buffer = malloc(4 * sizeof *buffer);
    free(buffer);
    if (__VERIFIER_nondet_int() < 0)
        abort();
    return 0;
}
