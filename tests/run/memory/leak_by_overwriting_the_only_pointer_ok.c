// OPTIONS: --check memory-leak
// The first block is freed before its pointer is overwritten.
#include <stdlib.h>

int main(void) {
    char *buffer = NULL;
    for (int size = 16; size <= 32; size *= 2) {
        free(buffer);
        buffer = malloc(size);
        if (!buffer)
            return 1;
        buffer[0] = 0;
    }
    free(buffer);
    return 0;
}
