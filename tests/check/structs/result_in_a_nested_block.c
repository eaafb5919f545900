// A variable of a nested block is the result of the function on one way, and another one on the others.
#include <assert.h>

struct small {
    int value;
};

static struct small make(int n) {
    if (n > 3) {
        struct small inner = {n};
        return inner;
    }
    struct small outer = {3};
    return outer;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(make(n).value > 3); // FAILS: assertion
    return 0;
}
