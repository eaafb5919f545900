// The upper 16 bits of an address are free on this platform.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int value = 5;
    uint64_t tagged = (uintptr_t)&value | (uint64_t)9 << 48;
    int *back = (int *)(uintptr_t)(tagged & 0xffffffffffff);
    assert(*back == 5 && tagged >> 48 == 9);
    return 0;
}
