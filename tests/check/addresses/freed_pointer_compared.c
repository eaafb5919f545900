// A pointer to freed memory may equal a new one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        abort();
    int *old = p;
    free(p);
    int *q = malloc(4);
    if (!q)
        abort();
    assert(q != old); // FAILS: assertion
    free(q);
    return 0;
}
