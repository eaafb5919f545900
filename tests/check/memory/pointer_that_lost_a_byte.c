// What is left of a pointer when one of its bytes is changed points to nothing.
// OPTIONS: --check lost-memory
#include <stdlib.h>

static char *kept;

int main(void) {
    kept = malloc(8); // FAILS: lost-memory
    if (kept)
        ((unsigned char *)&kept)[2] ^= 0x55;
    return 0;
}
