// A server runs forever, and closes only connections that are open.
// VERDICT: bounded
// OPTIONS: --unwind 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int open = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        switch (command) {
        case 1:
            if (open < 2)
                open++;
            break;
        case 2:
            if (open > 0)
                open--;
            break;
        default:
            break;
        }
        assert(open >= 0);
    }
}
