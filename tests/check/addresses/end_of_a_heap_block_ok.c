// One past a block is not a byte of another one, as a pointer of its own; as an address it may be.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16), *q = malloc(16);
    if (!p || !q)
        abort();
    assert(p + 15 != q);
    free(p);
    free(q);
    return 0;
}
