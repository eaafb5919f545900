#include <string.h>

/* UNKNOWN: unreach-call. Nobody asks about a bool that is neither true nor false, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b;
    memcpy(&b, &x, 1);
    if (b && !x)
        reach_error();
    return 0;
}
