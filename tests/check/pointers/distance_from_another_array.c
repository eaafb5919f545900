// The distance of an element from the start of an array that it may not be in.
// OPTIONS: --check pointer-subtraction
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int first[4], second[4];

int main(void) {
    int *element = __VERIFIER_nondet_int() ? first + 1 : second + 1;
    ptrdiff_t distance = element - first; // FAILS: pointer-subtraction
    return distance > 4;
}
