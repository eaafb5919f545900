// A tagged pointer, and one in 48 bits, are addresses all the same.
// OPTIONS: --check lost-memory
#include <stdint.h>
#include <stdlib.h>

static uintptr_t tagged;
static struct {
    uint64_t low : 48, rest : 16;
} packed;

int main(void) {
    char *block = malloc(4), *other = malloc(4);
    if (!block || !other)
        abort();
    tagged = (uintptr_t)block | 1;
    packed.low = (uintptr_t)other;
    return 0;
}
