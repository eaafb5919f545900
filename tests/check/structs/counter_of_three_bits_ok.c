// A counter of three bits stops at seven.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct packet {
    unsigned char retries : 3;
    unsigned char kind : 5;
};

int main(void) {
    unsigned char start = __VERIFIER_nondet_uchar() & 7;
    struct packet packet = {start, 21};
    if (packet.retries < 7)
        packet.retries++;
    assert(packet.kind == 21);
    assert(packet.retries >= start);
    return 0;
}
