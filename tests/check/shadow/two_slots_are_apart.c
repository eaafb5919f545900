// What is noted in one slot is looked for in another.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void sea_set_shadowmem(char slot, char *ptr, size_t value);
extern size_t sea_get_shadowmem(char slot, char *ptr);

enum { STATE = 3, OWNER = 4 };

int main(void) {
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q)
        return 1;
    size_t state = __VERIFIER_nondet_uchar();
    sea_set_shadowmem(OWNER, p, 1);
    sea_set_shadowmem(STATE, q, 2);
    sea_set_shadowmem(STATE, p, state);
    assert(sea_get_shadowmem(OWNER, p) == state); // FAILS: assertion
    assert(sea_get_shadowmem(OWNER, p) == 1);
    assert(sea_get_shadowmem(STATE, q) == 2);
    free(p);
    free(q);
    return 0;
}
