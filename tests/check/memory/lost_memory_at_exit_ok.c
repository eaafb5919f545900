// Nothing is left where exit is called.
// OPTIONS: --check lost-memory
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(4);
    block[0] = 1;
    free(block);
    if (__VERIFIER_nondet_int())
        exit(0);
    return 0;
}
