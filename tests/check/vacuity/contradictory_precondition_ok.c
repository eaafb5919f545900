// The precondition can be met, and the assertion holds under it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    __VERIFIER_assume(low >= 0 && low <= 100);
    __VERIFIER_assume(high >= 0 && high <= 100);
    __VERIFIER_assume(low < high);
    __VERIFIER_assert(high - low <= 100);
    return 0;
}
