// A stream is no block of memory that could grow.
// NATIVE: in glibc a stream happens to be a block of malloc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = fopen("data", "r");
    if (file)
        file = realloc(file, 1000); // FAILS: invalid-free
    return 0;
}
