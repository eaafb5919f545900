// An unsigned short has sixteen bits, and twelve of them are kept.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short port = __VERIFIER_nondet_ushort();
    unsigned char low = port & 255u;
    unsigned char high = port >> 8 & 15u;
    assert((high << 8 | low) == port); // FAILS: assertion
    return 0;
}
