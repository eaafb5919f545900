// What a stream does when its descriptor is closed under it is not modelled.
// NATIVE: no sanitizer watches what this function writes
#include <stdio.h>

int main(void) {
    char line[4];
    if (fgets(line, 5, stdin) != NULL) // FAILS: out-of-bounds-write
        return line[0];
    return 0;
}
