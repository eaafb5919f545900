// Each pair is counted once, but the bound of the inner loop is one too small.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int people = __VERIFIER_nondet_int();
    if (people < 0 || people > 5)
        return 0;
    int handshakes = 0;
    for (int a = 0; a < people; a++)
        for (int b = a + 1; b < people - 1; b++)
            handshakes++;
    assert(2 * handshakes == people * (people - 1)); // FAILS: assertion
    return handshakes;
}
