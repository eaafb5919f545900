// Two labels jump to each other, and the program may start at either; starting at `tock` is one step ahead.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int ticks = 0, tocks = 0;
    int late = __VERIFIER_nondet_int() < 0;
    if (late)
        goto tock;
tick:
    ticks++;
    if (ticks == 4)
        goto end;
tock:
    tocks++;
    if (tocks < 10)
        goto tick;
end:
    assert(ticks - tocks == 1); // FAILS: assertion
    return 0;
}
