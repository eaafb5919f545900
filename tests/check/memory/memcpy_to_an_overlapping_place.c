// Eight bytes are moved forward by a distance that comes from outside.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char buffer[16] = "abcdefgh";
    unsigned distance = __VERIFIER_nondet_uint();
    if (distance < 1 || distance > 8)
        return 0;
    memcpy(buffer + distance, buffer, 8); // FAILS: overlapping-copy
    assert(buffer[distance] == 'a');
    assert(buffer[distance + 7] == 'h');
    return 0;
}
