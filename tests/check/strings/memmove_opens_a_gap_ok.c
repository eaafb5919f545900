// Making room at the front of a line gives up its last character.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char line[16] = "a line of text.";
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 15)
        return 0;
    char old = line[at];
    memmove(line + at + 1, line + at, 15 - at);
    line[at] = '|';
    assert(line[at + 1] == old);
    return 0;
}
