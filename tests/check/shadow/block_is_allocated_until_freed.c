// Whether a block is still allocated after a function that frees it on some inputs.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern bool sea_is_alloc(char *);

static int consume(char *message, int kind) {
    if (kind == 7) {
        free(message);
        return 1;
    }
    return 0;
}

int main(void) {
    char *message = malloc(16);
    if (!message)
        return 1;
    assert(sea_is_alloc(message));
    int gone = consume(message, __VERIFIER_nondet_int());
    assert(sea_is_alloc(message)); // FAILS: assertion
    if (!gone)
        free(message);
    return 0;
}
