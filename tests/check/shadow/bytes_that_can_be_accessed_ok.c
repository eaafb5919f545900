// A block of any size can be accessed over its size.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern bool sea_is_dereferenceable(const void *ptr, intptr_t offset);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 100)
        return 0;
    char *p = malloc(n);
    if (!p)
        return 1;
    assert(sea_is_dereferenceable(p, n));
    assert(!sea_is_dereferenceable(p, n + 1));
    free(p);
    return 0;
}
