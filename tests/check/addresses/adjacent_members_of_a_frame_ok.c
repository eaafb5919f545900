// Two variables can be neighbours: the address behind one is that of the other.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char a, b;
    uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
    assert(x + 1 != x && x != y);
    return 0;
}
