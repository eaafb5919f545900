// The flags of a register are cleared with a mask that leaves the level alone.
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
    control.raw &= 0xf8;
    assert(control.part.flags == 0);
    assert(control.part.level == level);
    return 0;
}
