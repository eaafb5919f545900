// What a memset of any length left alone begins right after it, not one later.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 100000u

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *page = calloc(SIZE, 1);
    if (!page)
        return 1;
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = __VERIFIER_nondet_uint();
    if (n <= SIZE && i < SIZE) {
        memset(page, 'x', n);
        if (i <= n)
            assert(page[i] == 'x'); // FAILS: assertion
        else
            assert(page[i] == 0);
    }
    free(page);
    return 0;
}
