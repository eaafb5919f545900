// A variable has no value again when a jump leads back to its declaration, or into its block past it.
// OPTIONS: --check uninitialised-use
// NATIVE: MemorySanitizer forgets nothing here
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void backwards(void) {
    int round = 0;
again:;
    int a;
    if (round) {
        if (a == 5) // FAILS: uninitialised-use
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
        if (k == 1)
            goto in;
        int x;
        x = 1;
    in:
        if (x != 1) // FAILS: uninitialised-use
            puts("z");
    }
    return 0;
}
