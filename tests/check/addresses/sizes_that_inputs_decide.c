// A block whose size an input decides lies anywhere, in a multiple of 16, and may lie where another one was freed.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 64)
        return 0;
    char *gone = malloc(8);
    uintptr_t was = (uintptr_t)gone;
    free(gone);
    char *block = malloc(n);
    assert((uintptr_t)block % 16 == 0);
    assert((uintptr_t)block != was); // FAILS: assertion
    return 0;
}
