// A single bit of a signed type is 0 or -1.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct file {
    signed int open : 1;
    signed int mode : 3;
};

int main(void) {
    struct file file = {0, 2};
    if (__VERIFIER_nondet_int() > 0)
        file.open = 1;
    assert(file.mode == 2);
    assert(file.open == 0 || file.open == 1); // FAILS: assertion
    return 0;
}
