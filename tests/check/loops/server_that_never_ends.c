// A server runs forever; a connection that is closed while idle makes its count negative.
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
            open--;
            break;
        default:
            break;
        }
        assert(open >= 0); // FAILS: assertion
    }
}
