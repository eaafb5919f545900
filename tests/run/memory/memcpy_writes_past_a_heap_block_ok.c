// EXIT: 9
// The number of bytes is that of the elements.
#include <stdlib.h>
#include <string.h>

int main(void) {
    int source[5] = {1, 3, 5, 7, 9};
    int *copy = malloc(5 * sizeof *copy);
    if (!copy)
        return 1;
    memcpy(copy, source, sizeof source);
    int last = copy[4];
    free(copy);
    return last;
}
