#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    long long r = x > 0 ? (LLONG_MIN + 1) / -1 : 0;
    return r == 1;
}
