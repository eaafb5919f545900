// A case that is always taken.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int kind = 2;
    switch (kind) {
    case 2:
        assert(kind > 1); // PROVED: assertion
        break;
    default:
        break;
    }
    return 0;
}
