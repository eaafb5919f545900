// What is not freed yet does not come back from malloc.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    if (!p)
        abort();
    uintptr_t old = (uintptr_t)p;
    char *q = malloc(8);
    if (!q)
        abort();
    assert((uintptr_t)q != old);
    free(p);
    free(q);
    return 0;
}
