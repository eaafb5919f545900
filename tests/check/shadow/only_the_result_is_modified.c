// A copy should modify its destination only, but the roles depend on the input.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern bool sea_is_modified(char *);
extern void sea_reset_modified(char *);

int main(void) {
    long *from = malloc(sizeof *from), *to = malloc(sizeof *to);
    if (!from || !to)
        return 1;
    *from = 1;
    *to = 2;
    sea_reset_modified((char *)from);
    sea_reset_modified((char *)to);
    assert(!sea_is_modified((char *)to));
    if (__VERIFIER_nondet_int() == 0)
        *from = *to;
    else
        *to = *from;
    assert(sea_is_modified((char *)to)); // FAILS: assertion
    assert(!sea_is_modified((char *)from));
    free(from);
    free(to);
    return 0;
}
