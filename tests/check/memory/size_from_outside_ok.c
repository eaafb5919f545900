// Which sizes are too large depends on the machine, but some are.
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    char *block = malloc(size);
    if (size > 3 && size < 1000000)
        block[3] = 1;
    free(block);
    return 0;
}
