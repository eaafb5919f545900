// The loop looks before it runs its body.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned pages = __VERIFIER_nondet_uint();
    __VERIFIER_assume(pages <= 6);
    unsigned left = pages;
    unsigned printed = 0;
    while (left > 0) {
        printed++;
        if (left > 0)
            left--;
    }
    assert(printed == pages);
    return 0;
}
