// An element far inside an array that was never set decides.
// NATIVE: memory that was never set is what it was before
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int numbers[20000];
    unsigned at = __VERIFIER_nondet_uint();
    if (at < 20000)
        numbers[at] = 0;
    assert(numbers[17000] != 7); // FAILS: assertion
    return 0;
}
