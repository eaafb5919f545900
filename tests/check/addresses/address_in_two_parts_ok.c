// A pointer that is taken apart and put together again.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int value = 3;
    uintptr_t number = (uintptr_t)&value;
    uint32_t low = (uint32_t)number, high = (uint32_t)(number >> 32);
    int *back = (int *)((uintptr_t)high << 32 | low);
    assert(*back == 3);
    return 0;
}
