// A variable of a nested block is the result of the function, which other ways write, too.
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
    for (int i = 0; i < 2; i++) {
        struct small round = {i};
        if (n == i)
            return round;
    }
    return outer;
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(make(n).value == (n > 3 || n == 0 || n == 1 ? n : 3));
    return 0;
}
