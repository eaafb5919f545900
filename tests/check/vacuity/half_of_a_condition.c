// To look at the first part of a condition is to look at the assertion.
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

int main(void) {
    int x = nondet_int(), one = 1;
    char *memory = malloc(1);
    if (x < 0)
        x = 0;
    assert(x >= 0 || x < -5);        // PROVED: assertion
    assert(!(x < 0 && x == -3));     // PROVED: assertion
    assert(x >= 0 ? one : x == 5);   // PROVED: assertion
    assert(memory != NULL || one);   // PROVED: assertion
    assert(one || memory == NULL);   // PROVED: assertion
    assert(one || 1);                // PROVED: assertion
    if (x < 0)
        assert(x > 5 || one);        // UNREACHABLE: assertion
    assert(x > 0 || x < -5);         // FAILS: assertion
    free(memory);
    return 0;
}
