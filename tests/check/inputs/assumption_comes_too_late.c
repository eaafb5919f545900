// An assumption says nothing about what was done before it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x > 5); // FAILS: assertion
    __VERIFIER_assume(x > 10);
    __VERIFIER_assert(x != 10);
    return 0;
}
