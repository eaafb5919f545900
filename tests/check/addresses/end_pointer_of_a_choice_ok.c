// A pointer to the end of one of two arrays, compared with the start of the other.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[2], b[2];
    int first = __VERIFIER_nondet_int();
    int *end = first ? a + 2 : b + 2;
    int *other = first ? b : a;
    assert(end - 1 != other);
    return 0;
}
