// OPTIONS: --check unsigned-overflow
// EXIT: 1
// The number is tested before it is multiplied.
#include <stdint.h>

static uint32_t bytes(uint32_t n, uint32_t size) {
    if (n > UINT32_MAX / size)
        return 0;
    return n * size;
}

int main(void) {
    if (bytes(10, 4) != 40)
        return 9;
    return bytes(0x40000001u, 4) == 0;
}
