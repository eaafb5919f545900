// Behind a pointer into a block lies the rest of the block.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern bool sea_is_dereferenceable(const void *ptr, intptr_t offset);

static char block[32];

int main(void) {
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 31)
        return 0;
    const char *p = block + at;
    assert(sea_is_dereferenceable(p, 32 - (intptr_t)at));
    assert(sea_is_dereferenceable(p, 1));
    return 0;
}
