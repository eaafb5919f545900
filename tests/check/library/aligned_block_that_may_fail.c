// Where there is no memory, posix_memalign leaves the pointer alone.
// OPTIONS: --malloc-may-fail --check memory-leak
// NATIVE: there is memory
#include <stdlib.h>

int main(void) {
    void *block = malloc(4), *old = block; // FAILS: memory-leak
    if (posix_memalign(&block, 16, 16) == 0)
        free(old);
    else
        block = NULL;
    free(block);
    return 0;
}
