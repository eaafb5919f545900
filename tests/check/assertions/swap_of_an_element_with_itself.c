// A swap by exclusive or clears an element that is swapped with itself.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void) {
    unsigned values[3] = {11, 22, 33};
    unsigned i = __VERIFIER_nondet_uint();
    unsigned j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 3 && j < 3);
    unsigned first = values[i], second = values[j];
    swap(&values[i], &values[j]);
    assert(values[i] == second); // FAILS: assertion
    assert(values[j] == first);
    return 0;
}
