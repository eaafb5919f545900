// A number that is no address of the block any more: bits above its alignment are set.
// OPTIONS: --check lost-memory
#include <stdint.h>
#include <stdlib.h>

static uintptr_t kept;

int main(void) {
    char *block = malloc(4); // FAILS: lost-memory
    if (!block)
        return 1;
    kept = (uintptr_t)block | 0x100;
    return 0;
}
