// A block is said to be readable whether it was freed or not.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __CPROVER_r_ok(const void *, size_t);

int main(void) {
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 1;
    int kept = __VERIFIER_nondet_int() > 10;
    if (!kept)
        free(p);
    assert(__CPROVER_r_ok(p, 8)); // FAILS: assertion
    if (kept)
        free(p);
    return 0;
}
