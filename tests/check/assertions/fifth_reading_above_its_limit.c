// Readings have a limit each; the fifth limit is lower than what a reading can be.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static const int limits[8] = {15, 15, 20, 15, 14, 30, 15, 15};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        int reading = __VERIFIER_nondet_uchar() & 15;
        assert(reading <= limits[i]); // FAILS: assertion
        sum += reading;
    }
    return sum / 8;
}
