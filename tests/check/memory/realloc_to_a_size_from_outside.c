// A block is resized to what the input says, and used though it may be gone.
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char *block = malloc(4);
    if (!block)
        return 1;
    block[0] = 7;
    size_t size = __VERIFIER_nondet_uchar();
    char *grown = realloc(block, size);
    if (size == 0)
        return 0;
    int first = grown[0];
    grown[8] = 1; // FAILS: out-of-bounds-write // FAILS: pointer-arithmetic
    free(grown);
    return first != 7;
}
