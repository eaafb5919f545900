// memmove moves eight bytes forward by a distance that comes from outside.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char buffer[16] = "abcdefgh";
    unsigned distance = __VERIFIER_nondet_uint();
    if (distance < 1 || distance > 8)
        return 0;
    memmove(buffer + distance, buffer, 8);
    assert(buffer[distance] == 'a');
    assert(buffer[distance + 7] == 'h');
    return 0;
}
