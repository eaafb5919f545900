// A block is resized to what the input says, and used as far as it goes.
#include <assert.h>
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
        return grown != NULL;
    assert(grown[0] == 7);
    grown[size - 1] = 1;
    free(grown);
    return 0;
}
