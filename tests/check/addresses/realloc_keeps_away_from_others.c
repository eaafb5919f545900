// A block that grows does not grow into another one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *other = malloc(4);
    if (!p || !other)
        abort();
    char *q = realloc(p, 64);
    if (!q)
        abort();
    uintptr_t x = (uintptr_t)q, y = (uintptr_t)other;
    assert(y > x); // FAILS: assertion
    free(q);
    free(other);
    return 0;
}
