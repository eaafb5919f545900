// Where there is no memory, posix_memalign leaves the pointer alone.
// OPTIONS: --malloc-may-fail --check memory-leak
#include <stdlib.h>

int main(void) {
    void *block = malloc(4), *old = block; // PROVED: memory-leak
    if (posix_memalign(&block, 16, 16) == 0)
        free(old);
    free(block);
    return 0;
}
