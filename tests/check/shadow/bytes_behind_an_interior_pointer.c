// Behind a pointer into a block lie fewer bytes than the block has.
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
    assert(sea_is_dereferenceable(p, 32)); // FAILS: assertion
    assert(sea_is_dereferenceable(p, 1));
    return 0;
}
