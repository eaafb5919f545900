// A case that is never taken.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int kind = 2;
    switch (kind) {
    case 1:
        assert(__VERIFIER_nondet_int()); // UNREACHABLE: assertion
        break;
    default:
        assert(kind == 2); // PROVED: assertion
    }
    return 0;
}
