// An array of pointers is closed by null, and the index stays before it.
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = 1, b = 2, c = 3;
    int *all[4] = {&a, &b, &c, NULL};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 3)
        return 0;
    *all[i] = 0;
    return a + b + c;
}
