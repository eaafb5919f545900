// Which sizes are too large depends on the machine, but some are.
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    char *block = malloc(size);
    if (size > 3)
        block[3] = 1; // FAILS: null-dereference
    free(block);
    return 0;
}
