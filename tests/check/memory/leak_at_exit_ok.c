// What is freed before `exit` is called is neither lost nor left.
// OPTIONS: --check memory-leak,lost-memory
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(4); // PROVED: memory-leak // PROVED: lost-memory
    *block = 2;
    free(block);
    assert(__VERIFIER_nondet_int() != 7 || 1); // PROVED: assertion
    exit(0);
}
