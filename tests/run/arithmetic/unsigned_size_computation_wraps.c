// OPTIONS: --check unsigned-overflow
// The size of an array of n elements wraps around for large n.
#include <stdint.h>

static uint32_t bytes(uint32_t n, uint32_t size) {
    return n * size; // BUG: unsigned-overflow
}

int main(void) {
    if (bytes(10, 4) != 40)
        return 9;
    return bytes(0x40000001u, 4) == 0;
}
