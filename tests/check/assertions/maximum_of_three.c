// An else too many: the third number is compared only if the second was not larger.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int maximum(int a, int b, int c) {
    int largest = a;
    if (b > largest)
        largest = b;
    else if (c > largest)
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
    assert(largest >= c); // FAILS: assertion
    return 0;
}
