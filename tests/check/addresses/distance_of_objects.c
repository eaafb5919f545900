// Objects lie at least as far apart as they are large, and no more is known.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char a[12], b[12];
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    uintptr_t gap = x < y ? y - x : x - y;
    assert(gap >= 16); // FAILS: assertion
    return 0;
}
