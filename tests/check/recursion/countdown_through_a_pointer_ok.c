// A function that calls itself through a pointer never goes below zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef int countdown(int);

static countdown *again;

static int count(int n) {
    assert(n >= 0);
    return n == 0 ? 0 : again(n - (n == 3 ? 2 : 1));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 1;
    again = count;
    return again(n);
}
