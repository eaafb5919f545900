// OPTIONS: --check uninitialised-use
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void backwards(void) {
    int round = 0, a;
again:;
    if (round) {
        if (a == 5)
            puts("x");
        return;
    }
    a = 1;
    round = 1;
    goto again;
}

int main(void) {
    if (__VERIFIER_nondet_int() > 0)
        backwards();
    for (int k = 0; k < 2; k++) {
        int y = 2;
        if (k == 1)
            goto in;
        int x;
        x = 1;
        y = x;
    in:
        if (y != 1)
            puts("z");
    }
    return 0;
}
