// A pointer gets from one array to the other by assignment.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int left[4] = {1, 2, 3, 4};
static int right[4] = {5, 6, 7, 8};

int main(void) {
    int *p = left;
    if (__VERIFIER_nondet_int() == 42) {
        p = right;
    }
    *p = 9;
    return left[1] + right[1];
}
