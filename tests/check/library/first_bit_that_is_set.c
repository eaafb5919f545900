// ffs counts from 1, and gives 0 where there is none.
#include <assert.h>
#include <strings.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int bits = __VERIFIER_nondet_int();
    assert(bits >> (ffs(bits) - 1) & 1); // FAILS: shift-amount
    return 0;
}
