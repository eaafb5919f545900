// No bit of an address is known but those that the alignment decides.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    long a;
    uintptr_t x = (uintptr_t)&a;
    assert(!(x & 0x7));
    return 0;
}
