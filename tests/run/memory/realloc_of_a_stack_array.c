// A buffer that started on the stack cannot be grown.
#include <stdlib.h>

int main(void) {
    int initial[4] = {1, 2, 3, 4};
    int *items = initial;
    items = realloc(items, 8 * sizeof *items); // BUG: invalid-free
    if (!items)
        return 1;
    int second = items[1];
    free(items);
    return second;
}
