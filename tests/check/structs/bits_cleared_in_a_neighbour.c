// The flags of a register are cleared as a whole byte, with a mask that reaches into the level.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

union control {
    struct {
        unsigned char flags : 3;
        unsigned char level : 5;
    } part;
    unsigned char raw;
};

int main(void) {
    union control control;
    control.raw = __VERIFIER_nondet_uchar();
    unsigned level = control.part.level;
    control.raw &= 0xf0;
    assert(control.part.flags == 0);
    assert(control.part.level == level); // FAILS: assertion
    return 0;
}
