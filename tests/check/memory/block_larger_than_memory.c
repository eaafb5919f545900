// No process has so much memory, so whoever asks for it gets none.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char which = __VERIFIER_nondet_uchar();
    size_t much = (size_t)1 << (sizeof(size_t) * 8 - 4);
    if (which == 0) {
        char *block = malloc(much);
        *block = 1; // FAILS: null-dereference
    } else if (which == 1) {
        char *block = calloc(much / 16, 16);
        *block = 1; // FAILS: null-dereference
    } else if (which == 2) {
        char *small = malloc(4);
        char *large = realloc(small, much);
        assert(large != NULL); // FAILS: assertion
        free(large);
    }
    return 0;
}
