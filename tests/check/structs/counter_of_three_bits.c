// A counter of three bits starts again after seven.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct packet {
    unsigned char retries : 3;
    unsigned char kind : 5;
};

int main(void) {
    unsigned char start = __VERIFIER_nondet_uchar() & 7;
    struct packet packet = {start, 21};
    packet.retries++;
    assert(packet.kind == 21);
    assert(packet.retries >= start); // FAILS: assertion
    return 0;
}
