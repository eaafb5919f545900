// The distance of an element from the start of an array that it is in.
// OPTIONS: --check pointer-subtraction
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int first[4];

int main(void) {
    int *element = __VERIFIER_nondet_int() ? first + 1 : first + 2;
    ptrdiff_t distance = element - first;
    return distance > 4;
}
