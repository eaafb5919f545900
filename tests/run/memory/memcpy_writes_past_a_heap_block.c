// The number of elements is taken for the number of bytes in malloc.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int source[5] = {1, 3, 5, 7, 9};
    int *copy = malloc(5);
    if (!copy)
        return 1;
    memcpy(copy, source, sizeof source); // BUG: out-of-bounds-write
    int last = copy[4];
    free(copy);
    return last;
}
