// With 32 bits, addresses use all bits.
// OPTIONS: -m32
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a;
    unsigned x = (unsigned)&a;
    assert(x != 0 && x % 4 == 0 && x < 0xfffffff0u);
    return 0;
}
