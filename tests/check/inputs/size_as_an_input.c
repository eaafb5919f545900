// A size may be so large that adding to it wraps around, and passes the test.
#include <stddef.h>

extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    char buffer[16] = {0};
    size_t offset = __VERIFIER_nondet_size_t();
    if (offset + 4 > sizeof buffer)
        return 1;
    buffer[offset] = 1; // FAILS: array-index
    return buffer[3];
}
