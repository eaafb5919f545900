// The address is moved as an integer in a union, one element too far.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    int *pointer;
    uintptr_t bits;
};

int main(void) {
    int a[4] = {0, 1, 2, 3};
    unsigned k = __VERIFIER_nondet_uint();
    if (k > 4)
        return 0;
    union word w;
    w.pointer = a;
    w.bits += k * sizeof(int);
    int value = *w.pointer; // FAILS: out-of-bounds-read
    assert(value == (int)k);
    return 0;
}
