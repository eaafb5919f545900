extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= x && x <= 6);
    __VERIFIER_assert(x < 7);
    return 0;
}
