// A value is moved from one bit position to another, which may be the higher one.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned move(unsigned value, int from, int to) {
    return value >> (from - to); // FAILS: shift-amount
}

int main(void) {
    int from = __VERIFIER_nondet_int();
    int to = __VERIFIER_nondet_int();
    __VERIFIER_assume(from >= 0 && from < 16);
    __VERIFIER_assume(to >= 0 && to < 16);
    return move(__VERIFIER_nondet_uint(), from, to) == 1;
}
