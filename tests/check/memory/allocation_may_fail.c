// An allocation can fail, and nobody looks.
// OPTIONS: --malloc-may-fail
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int(); // FAILS: null-dereference
    free(p);
    return 0;
}
