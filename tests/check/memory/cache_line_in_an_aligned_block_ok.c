// Cache lines in an aligned block are a cache line apart.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct line {
    _Alignas(64) long words[8];
};

int main(void) {
    char *block = aligned_alloc(64, 4 * sizeof(struct line));
    if (!block)
        return 1;
    assert((uintptr_t)block % 64 == 0);
    unsigned k = __VERIFIER_nondet_uint() & 3;
    struct line *l = (struct line *)(block + sizeof(struct line) * k);
    l->words[0] = 1;
    free(block);
    return 0;
}
