// Each test of the condition asks for another input; the loop may end too early.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int tries = 0;
    while (tries < 5 && !__VERIFIER_nondet_bool())
        tries++;
    assert(tries > 0); // FAILS: assertion
    return tries;
}
