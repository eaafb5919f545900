// The smallest of three addresses can be any.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int v[3] = {1, 2, 3};
    int a = 1, b = 2;
    int *least = (uintptr_t)&a < (uintptr_t)&b ? &a : &b;
    assert(*least <= 2 && (uintptr_t)&v[0] < (uintptr_t)&v[2]);
    return 0;
}
