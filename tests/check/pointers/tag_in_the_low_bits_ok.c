// A pointer with a tag in its lowest bit is used after taking the tag off.
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

static uintptr_t tag(long *p, int marked) {
    return (uintptr_t)p | (uintptr_t)(marked != 0);
}

int main(void) {
    long values[2] = {41, 0};
    uintptr_t tagged = tag(values, __VERIFIER_nondet_int() & 4);
    long *p = (long *)(tagged & ~(uintptr_t)1);
    *p += 1;
    assert(values[0] == 42);
    return 0;
}
