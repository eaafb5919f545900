// The shorter name of an input, as other tools have it.
#include <assert.h>

int nondet_int(void);

int main(void) {
    int speed = nondet_int();
    if (speed > 200 || speed < -1000)
        return 1;
    int braking = speed / 10 * (speed / 10);
    assert(braking <= 400); // FAILS: assertion
    return 0;
}
