// realloc keeps the old elements and says nothing of the new ones.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = malloc(2 * sizeof *a);
    if (!a)
        return 1;
    a[0] = a[1] = 4;
    a = realloc(a, 4 * sizeof *a);
    if (!a)
        return 1;
    int largest = a[0];
    for (int i = 1; i < 4; i++)
        if (a[i] > largest) // BUG: uninitialised-use
            largest = a[i];
    free(a);
    return largest;
}
