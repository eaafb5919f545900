// EXIT: 3
// The last element of four.
#include <stdlib.h>

int main(void) {
    int *a = malloc(4 * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < 4; i++)
        a[i] = i;
    int n = 3;
    int value = a[n];
    free(a);
    return value;
}
