// Even a block without bytes has an address of its own, but who knows which.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(0), *q = malloc(0);
    if (p && q) {
        assert((uintptr_t)p + 16 != (uintptr_t)q); // FAILS: assertion
    }
    free(p);
    free(q);
    return 0;
}
