// Four bytes of input are a checksum and what it is for.
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
    __VERIFIER_assume(packet[0] == (sum & 255u));
    assert(((sum - packet[0]) & 255u) == 0);
    return 0;
}
