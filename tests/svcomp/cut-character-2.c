#include <ctype.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1 || x > 255)
        return 0;
    if (isalpha(x) && x < 0)
        reach_error();
    return 0;
}
