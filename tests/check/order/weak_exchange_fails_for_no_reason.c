// A weak compare-exchange may fail though the values are the same.
// NATIVE: this machine's does not
#include <stdatomic.h>
extern void __VERIFIER_assert(int);

int main(void) {
    _Atomic int x = 5;
    int expected = 5;
    _Bool done = atomic_compare_exchange_weak(&x, &expected, 6);
    __VERIFIER_assert(done); // FAILS: assertion
    return 0;
}
