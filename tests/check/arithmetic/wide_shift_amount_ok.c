// Wide amounts that are in range, and one that the program cuts itself.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned value = 128;
    unsigned char small = 128;
    long long places = __VERIFIER_nondet_bool() ? 3 : 4;
    value = value >> places;
    small >>= places;
    assert(value == small);
    places += 4294967296ll;
    value = value >> (int)places;
    assert(value <= 2);
    return 0;
}
