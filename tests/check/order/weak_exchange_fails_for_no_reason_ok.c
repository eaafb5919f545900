#include <stdatomic.h>
extern void __VERIFIER_assert(int);

int main(void) {
    _Atomic int x = 5;
    int expected = 5;
    _Bool maybe = atomic_compare_exchange_weak(&x, &expected, 6);
    __VERIFIER_assert(expected == 5 && x == (maybe ? 6 : 5));
    if (!maybe)
        __VERIFIER_assert(atomic_compare_exchange_strong(&x, &expected, 6));
    __VERIFIER_assert(x == 6);
    return 0;
}
