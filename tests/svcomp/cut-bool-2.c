#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1)
        return 0;
    _Bool b;
    memcpy(&b, &x, 1);
    if (b && !x)
        reach_error();
    return 0;
}
