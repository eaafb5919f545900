// Two bits have four values; the default is never reached, one of the cases is wrong.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned mode = __VERIFIER_nondet_uint() & 3;
    unsigned next = 0;
    switch (mode) {
    case 0:
    case 1:
        next = mode + 1;
        break;
    case 2:
        next = 4;
        break;
    case 3:
        next = 0;
        break;
    default:
        __VERIFIER_assert(0); // UNREACHABLE: assertion
    }
    __VERIFIER_assert(next < 4); // FAILS: assertion
    return 0;
}
