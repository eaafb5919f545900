// The header's size alone leaves no room for the last element.
#include <stdlib.h>

struct vector {
    int length;
    int items[];
};

int main(void) {
    int n = 3;
    struct vector *v = malloc(n * sizeof(int));
    if (!v)
        return 1;
    v->length = n;
    for (int i = 0; i < n; i++)
        v->items[i] = i + 1; // BUG: out-of-bounds-write
    int total = 0;
    for (int i = 0; i < v->length; i++)
        total += v->items[i];
    free(v);
    return total;
}
