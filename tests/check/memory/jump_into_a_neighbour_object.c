// The distance between two arrays is used to get from one to the other. Where the second lies right behind the first,
// that is the end of the first, which may be computed, but not written.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static int left[4] = {1, 2, 3, 4};
static int right[4] = {5, 6, 7, 8};

int main(void) {
    int *p = left;
    if (__VERIFIER_nondet_int() == 42) {
        int *target = right;
        ptrdiff_t gap = target - p;
        p = p + gap; // FAILS: pointer-arithmetic
    }
    *p = 9; // FAILS: out-of-bounds-write
    return left[1] + right[1];
}
