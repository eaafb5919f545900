// Even a block without bytes has an address of its own, but who knows which.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(0), *q = malloc(0);
    if (p && q) {
        assert(p != q);
    }
    free(p);
    free(q);
    return 0;
}
