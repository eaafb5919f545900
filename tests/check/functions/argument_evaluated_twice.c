// A macro evaluates its argument twice, and counts twice.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define CLAMPED(x) ((x) < 0 ? 0 : (x))

static int reads;

static int read_sensor(void) {
    reads++;
    return __VERIFIER_nondet_int();
}

int main(void) {
    int value = CLAMPED(read_sensor());
    assert(reads == 1); // FAILS: assertion
    return value > 0;
}
