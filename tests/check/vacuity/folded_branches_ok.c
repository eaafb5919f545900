// Assertions that hold without a look at any input are proved.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 3;
    if (x > 5)
        assert(y == 3); // PROVED: assertion
    for (int i = 0; i < 2; i++)
        assert(i < y); // PROVED: assertion
    return 0;
}
