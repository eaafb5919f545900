// OPTIONS: --check memory-leak
// The second allocation overwrites the only pointer to the first.
#include <stdlib.h>

int main(void) {
    char *buffer = NULL;
    for (int size = 16; size <= 32; size *= 2) {
        buffer = malloc(size); // BUG: memory-leak
        if (!buffer)
            return 1;
        buffer[0] = 0;
    }
    free(buffer);
    return 0;
}
