// EXIT: 2
// A buffer that starts on the heap can be grown.
#include <stdlib.h>

int main(void) {
    int *items = malloc(4 * sizeof *items);
    if (!items)
        return 1;
    for (int i = 0; i < 4; i++)
        items[i] = i + 1;
    items = realloc(items, 8 * sizeof *items);
    if (!items)
        return 1;
    int second = items[1];
    free(items);
    return second;
}
