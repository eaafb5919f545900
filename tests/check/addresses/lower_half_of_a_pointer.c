// Two objects may have the same lower half of an address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a[2];
    int *p = malloc(4);
    if (!p)
        abort();
    uint32_t x = (uint32_t)(uintptr_t)a, y = (uint32_t)(uintptr_t)p, z = (uint32_t)(uintptr_t)(a + 1);
    assert(x != y); // FAILS: assertion
    free(p);
    return 0;
}
