// realloc may give the same address or another one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        abort();
    *p = 7;
    uintptr_t old = (uintptr_t)p;
    int *q = realloc(p, 8);
    if (!q)
        abort();
    assert((uintptr_t)q != old); // FAILS: assertion
    free(q);
    return 0;
}
