// aligned_alloc promises what it is asked for.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *p = aligned_alloc(128, 256);
    if (!p)
        abort();
    assert((uintptr_t)p % 256 == 0); // FAILS: assertion
    free(p);
    return 0;
}
