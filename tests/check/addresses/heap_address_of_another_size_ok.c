// A block of another size may overlap the one that was freed.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(100);
    if (!p)
        abort();
    uintptr_t old = (uintptr_t)p;
    free(p);
    char *q = malloc(10);
    if (!q)
        abort();
    uintptr_t now = (uintptr_t)q;
    assert(now < old || now >= old);
    free(q);
    return 0;
}
