#include <stdlib.h>

/* UNKNOWN: unreach-call. Nobody asks about abs of the smallest int, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (abs(x) == -5)
        reach_error();
    return 0;
}
