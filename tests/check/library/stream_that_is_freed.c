// Only fclose frees what fopen made.
// NATIVE: in glibc a stream happens to be a block of malloc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = tmpfile();
    if (file)
        free(file); // FAILS: invalid-free
    return 0;
}
