// What cannot be said of lost memory where `exit` is called hides no leak.
// OPTIONS: --check memory-leak,lost-memory
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(4); // FAILS: memory-leak // UNKNOWN: lost-memory
    *block = 2;
    if (__VERIFIER_nondet_int() == 4)
        free(block);
    assert(__VERIFIER_nondet_int() != 7 || 1); // PROVED: assertion
    exit(0);
}
