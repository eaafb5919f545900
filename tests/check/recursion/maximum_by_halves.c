// The halves of an array leave out the element between them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int maximum(const int *a, int from, int to) {
    if (to - from == 1)
        return a[from];
    int middle = from + (to - from) / 2;
    int left = maximum(a, from, middle);
    int right = maximum(a, middle + (to - middle > 1), to);
    return left > right ? left : right;
}

int main(void) {
    int a[5];
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    int largest = maximum(a, 0, 5);
    for (int i = 0; i < 5; i++)
        assert(a[i] <= largest); // FAILS: assertion
    return 0;
}
