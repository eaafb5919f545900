// The value of one call is kept and used twice.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int now = __VERIFIER_nondet_int();
    int later = now;
    assert(now == later);
    return 0;
}
