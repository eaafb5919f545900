// An element that was there before realloc made the block smaller.
#include <stdlib.h>

int main(void) {
    int *a = malloc(8 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 8; i++)
        a[i] = i;
    a = realloc(a, 2 * sizeof *a);
    if (!a)
        return 1;
    int value = a[2]; // BUG: out-of-bounds-read
    free(a);
    return value;
}
