// One of two functions is chosen by the input.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int round_down(int x) {
    return x - x % 10;
}

static int round_up(int x) {
    return x % 10 == 0 ? x : round_down(x) + 10;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    int (*round)(int) = __VERIFIER_nondet_int() > 0 ? round_up : round_down;
    int rounded = round(x);
    assert(rounded % 10 == 0);
    assert(rounded - x < 10);
    return rounded;
}
