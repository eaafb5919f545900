// The smallest of three addresses can be any.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int v[3] = {1, 2, 3};
    int a = 1, b = 2;
    int *least = (uintptr_t)&a < (uintptr_t)&b ? &a : &b;
    assert(*least == 1); // FAILS: assertion
    return 0;
}
