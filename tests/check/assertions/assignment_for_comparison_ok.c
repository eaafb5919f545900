// A condition compares.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum phase { IDLE, BUSY, DONE };

int main(void) {
    int started = __VERIFIER_nondet_int() != 0;
    int phase = started ? BUSY : IDLE;
    int finished = 0;
    if (phase == DONE)
        finished = 1;
    assert(started || !finished);
    return phase;
}
