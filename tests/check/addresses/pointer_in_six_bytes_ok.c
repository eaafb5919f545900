#include <assert.h>
#include <string.h>

static int x = 3;

int main(void) {
    unsigned char packed[6];
    int *p = &x, *q = 0;
    memcpy(packed, &p, 6);
    memcpy(&q, packed, 6);
    assert(q == p); // PROVED: assertion
    assert(*q == 3); // PROVED: assertion
    return 0;
}
