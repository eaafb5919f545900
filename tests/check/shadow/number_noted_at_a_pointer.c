// The number that is noted at a block counts its uses, one of which is forgotten.
#include <assert.h>
#include <stdlib.h>

#define USES 3

extern int __VERIFIER_nondet_int(void);
extern void sea_set_shadowmem(char slot, char *ptr, size_t value);
extern size_t sea_get_shadowmem(char slot, char *ptr);

static void use(char *p) {
    p[0] = 1;
    if (__VERIFIER_nondet_int() > 0)
        sea_set_shadowmem(USES, p, sea_get_shadowmem(USES, p) + 1);
}

int main(void) {
    char *p = malloc(8);
    if (!p)
        return 1;
    sea_set_shadowmem(USES, p, 0);
    use(p);
    use(p);
    assert(sea_get_shadowmem(USES, p) == 2); // FAILS: assertion
    free(p);
    return 0;
}
