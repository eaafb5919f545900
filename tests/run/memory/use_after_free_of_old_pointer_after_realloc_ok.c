// EXIT: 5
// An index, unlike a pointer, survives realloc.
#include <stdlib.h>

int main(void) {
    int *items = malloc(2 * sizeof *items);
    if (!items)
        return 1;
    items[0] = 5;
    items[1] = 6;
    int first = 0;
    int *grown = realloc(items, 4096 * sizeof *items);
    if (!grown)
        return 1;
    int value = grown[first];
    free(grown);
    return value;
}
