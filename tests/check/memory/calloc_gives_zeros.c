// Every counter of a fresh block is zero, but one was counted up meanwhile.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    unsigned k = __VERIFIER_nondet_uint();
    if (i >= 64 || k >= 64)
        return 0;
    int *counters = calloc(64, sizeof *counters);
    if (!counters)
        return 1;
    counters[k]++;
    assert(counters[i] == 0); // FAILS: assertion
    free(counters);
    return 0;
}
