// One path is closed by assumptions that contradict each other, the other fails.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int() > 0) {
        __VERIFIER_assume(x > 10);
        __VERIFIER_assume(x < 5);
        __VERIFIER_assert(x == 7); // UNREACHABLE: assertion
    } else {
        __VERIFIER_assume(x > 10);
        __VERIFIER_assert(x > 11); // FAILS: assertion
    }
    return 0;
}
