// Each number is compared with the largest so far.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int maximum(int a, int b, int c) {
    int largest = a;
    if (b > largest)
        largest = b;
    if (c > largest)
        largest = c;
    return largest;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int largest = maximum(a, b, c);
    assert(largest >= a);
    assert(largest >= b);
    assert(largest >= c);
    return 0;
}
