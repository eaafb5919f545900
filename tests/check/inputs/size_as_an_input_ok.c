// A size is compared without adding to it.
#include <stddef.h>

extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
    char buffer[16] = {0};
    size_t offset = __VERIFIER_nondet_size_t();
    if (offset > sizeof buffer - 4)
        return 1;
    buffer[offset] = 1;
    return buffer[3];
}
