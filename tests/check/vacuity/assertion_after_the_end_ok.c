// After a function that ends the program nothing is reached.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static void give_up(int code) {
    __VERIFIER_assert(code > 0);
    exit(1);
}

int main(void) {
    int code = __VERIFIER_nondet_int();
    if (code > 0) {
        give_up(code);
        __VERIFIER_assert(code < 0); // UNREACHABLE: assertion
    }
    __VERIFIER_assert(code <= 0);
    return 0;
}
