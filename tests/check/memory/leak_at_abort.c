// The program ends itself while it still has memory.
// OPTIONS: --check memory-leak
// NATIVE: nothing looks for leaks when a program aborts
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *buffer = malloc(4 * sizeof *buffer); // FAILS: memory-leak
    if (__VERIFIER_nondet_int() < 0)
        abort();
    free(buffer);
    return 0;
}
