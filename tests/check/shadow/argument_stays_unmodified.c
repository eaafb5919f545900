// A function that should only look at its argument changes it for some inputs.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern bool sea_is_modified(char *);
extern void sea_reset_modified(char *);

static int maximum(int *values, int wanted) {
    int best = *values;
    if (wanted > best)
        *values = best = wanted;
    return best;
}

int main(void) {
    int *value = malloc(sizeof *value);
    if (!value)
        return 1;
    *value = 10;
    sea_reset_modified((char *)value);
    int best = maximum(value, __VERIFIER_nondet_int());
    assert(best >= 10);
    assert(!sea_is_modified((char *)value)); // FAILS: assertion
    free(value);
    return 0;
}
