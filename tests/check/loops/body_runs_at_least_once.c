// The body of a do loop runs also if there is nothing to do.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned pages = __VERIFIER_nondet_uint();
    __VERIFIER_assume(pages <= 6);
    unsigned left = pages;
    unsigned printed = 0;
    do {
        printed++;
        if (left > 0)
            left--;
    } while (left > 0);
    assert(printed == pages); // FAILS: assertion
    return 0;
}
