// An allocation can fail, and then the program ends.
// OPTIONS: --malloc-may-fail
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 1;
    *p = __VERIFIER_nondet_int();
    free(p);
    return 0;
}
