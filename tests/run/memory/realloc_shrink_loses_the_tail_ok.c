// EXIT: 1
// The last element that remains.
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
    int value = a[1];
    free(a);
    return value;
}
