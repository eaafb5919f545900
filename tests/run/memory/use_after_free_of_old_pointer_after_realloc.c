// A pointer kept across realloc still means the old block.
#include <stdlib.h>

int main(void) {
    int *items = malloc(2 * sizeof *items);
    if (!items)
        return 1;
    items[0] = 5;
    items[1] = 6;
    int *first = items;
    int *grown = realloc(items, 4096 * sizeof *items);
    if (!grown)
        return 1;
    int value = *first; // BUG: use-after-free
    free(grown);
    return value;
}
