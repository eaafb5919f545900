// A pointer has 48 bits that matter on x86-64, and its address is packed into as many.
#include <assert.h>
#include <string.h>

static int x = 3;

int main(void) {
    unsigned char packed[6];
    int *p = &x, *q = 0;
    memcpy(packed, &p, 6);
    packed[0] ^= 4;
    memcpy(&q, packed, 6);
    assert(q == p); // FAILS: assertion
    return 0;
}
