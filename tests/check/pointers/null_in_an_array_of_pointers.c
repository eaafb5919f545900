// An array of pointers is closed by null, and the index may be that of the null.
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = 1, b = 2, c = 3;
    int *all[4] = {&a, &b, &c, NULL};
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 4)
        return 0;
    *all[i] = 0; // FAILS: null-dereference
    return a + b + c;
}
