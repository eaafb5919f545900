#include <ctype.h>

/* UNKNOWN: unreach-call. Nobody asks about isalpha of what is no character, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (isalpha(x) && x < 0)
        reach_error();
    return 0;
}
