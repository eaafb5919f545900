// realloc may give another address, also where memory shrinks.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(16);
    if (!p)
        abort();
    p[0] = 7;
    uintptr_t old = (uintptr_t)p;
    int *q = realloc(p, 4);
    if (!q)
        abort();
    assert((uintptr_t)q == old); // FAILS: assertion
    free(q);
    return 0;
}
