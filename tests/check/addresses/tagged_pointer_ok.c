// The lowest bit of a pointer to an int is free; the third is not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int value = 5;
    uintptr_t tagged = (uintptr_t)&value | 1;
    int *back = (int *)(tagged & ~(uintptr_t)1);
    assert(*back == 5);
    assert((tagged & 3) == 1);
    return 0;
}
