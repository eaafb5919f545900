// No memory is as large as that, and errno says so.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int table[4] = {1, 2, 3, 4}, sum = table[errno];
    char *block = malloc(SIZE_MAX);
    assert(block == NULL);
    sum += table[errno]; // FAILS: array-index
    return sum;
}
