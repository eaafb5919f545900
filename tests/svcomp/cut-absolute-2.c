#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000)
        return 0;
    if (abs(x) == -5)
        reach_error();
    return 0;
}
