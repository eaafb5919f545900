// Four bytes of input are a checksum and what it is for, which nobody compared.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char packet[4];
    unsigned sum = 0;
    for (int i = 0; i < 4; i++)
        packet[i] = __VERIFIER_nondet_uchar();
    for (int i = 1; i < 4; i++)
        sum += packet[i];
    assert(((sum - packet[0]) & 255u) == 0); // FAILS: assertion
    return 0;
}
