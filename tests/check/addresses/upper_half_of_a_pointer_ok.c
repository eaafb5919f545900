// User addresses have 47 bits on this platform, of which each may be set.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a;
    uintptr_t x = (uintptr_t)&a;
    assert((uint32_t)(x >> 32) < 0x8000);
    return 0;
}
