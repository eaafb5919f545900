// The quotient is one larger than the largest number, which is an overflow and no division by zero.
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    long long r = x > 0 ? LLONG_MIN / -1 : 0; // FAILS: signed-overflow
    return r == 1;
}
