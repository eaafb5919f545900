// Of three inputs that are true or false, two count as one.
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
    bool a = __VERIFIER_nondet_bool();
    bool b = __VERIFIER_nondet_bool();
    bool c = __VERIFIER_nondet_bool();
    assert(a == false || a == true);
    int votes = (a || b) + c;
    assert(votes <= 2);
    return votes;
}
