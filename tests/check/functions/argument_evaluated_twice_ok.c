// An inline function evaluates its argument once.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static inline int clamped(int x) {
    return x < 0 ? 0 : x;
}

static int reads;

static int read_sensor(void) {
    reads++;
    return __VERIFIER_nondet_int();
}

int main(void) {
    int value = clamped(read_sensor());
    assert(reads == 1);
    return value > 0;
}
