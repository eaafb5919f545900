// Heap memory does not grow upwards.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(1), *q = malloc(1);
    if (!p || !q)
        abort();
    assert((uintptr_t)p < (uintptr_t)q || (uintptr_t)q < (uintptr_t)p);
    free(p);
    free(q);
    return 0;
}
