// A loop that any input decides: deepening, until the effort is spent or the bound is reached.
// OPTIONS: --unwind 256
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char state = 1;
    while (__VERIFIER_nondet_int()) {
        state = state * 5 + 2;
        if (state % 2 == 0)
            state++;
        assert(state % 2 == 1);
    }
    return 0;
}
