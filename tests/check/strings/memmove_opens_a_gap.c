// Making room at the front of a full line moves its last character out.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char line[16] = "a line of text.";
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 15)
        return 0;
    char old = line[at];
    memmove(line + at + 1, line + at, 16 - at); // FAILS: out-of-bounds-write
    line[at] = '|';
    assert(line[at + 1] == old);
    return 0;
}
