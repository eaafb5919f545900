// A variable may lie at any address, but not at 0.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a;
    uintptr_t x = (uintptr_t)&a;
    assert(x != 0x7ffe0000); // FAILS: assertion
    return 0;
}
