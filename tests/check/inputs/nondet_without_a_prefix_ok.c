// The shorter name of an input, which is looked at before it is used.
#include <assert.h>

int nondet_int(void);

int main(void) {
    int speed = nondet_int();
    if (speed > 200 || speed < 0)
        return 1;
    int braking = speed / 10 * (speed / 10);
    assert(braking <= 400);
    return 0;
}
