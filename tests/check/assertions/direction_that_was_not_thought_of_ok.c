// Each of the four values of a direction has a case.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int step(unsigned direction) {
    switch (direction & 3u) {
    case 0:
        return -10;
    case 1:
        return 1;
    case 2:
        return 10;
    case 3:
        return -1;
    default:
        __builtin_unreachable();
    }
}

int main(void) {
    return step(__VERIFIER_nondet_uchar()) > 0;
}
