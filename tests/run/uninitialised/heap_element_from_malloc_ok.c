// STDOUT: empty\n
// calloc clears.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *histogram = calloc(4, sizeof *histogram);
    if (!histogram)
        return 1;
    if (histogram[2] == 0)
        puts("empty");
    free(histogram);
    return 0;
}
