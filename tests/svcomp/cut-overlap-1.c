#include <string.h>

/* UNKNOWN: unreach-call. Nobody asks about a copy onto itself, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char a[8] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 6)
        return 0;
    memcpy(a + 1, a, n);
    if (a[0])
        reach_error();
    return 0;
}
