// Two equal keys are compared over the length of the shorter.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char stored[4] = {'k', 'k', 'k', 'k'};
    char given[8];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > sizeof stored)
        return 0;
    memset(given, 'k', sizeof given);
    int order = memcmp(stored, given, n);
    assert(order == 0);
    return 0;
}
