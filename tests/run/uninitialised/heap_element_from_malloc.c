// malloc does not clear.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *histogram = malloc(4 * sizeof *histogram);
    if (!histogram)
        return 1;
    if (histogram[2] == 0) // BUG: uninitialised-use
        puts("empty");
    free(histogram);
    return 0;
}
