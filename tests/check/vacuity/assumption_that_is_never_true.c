// Behind an assumption that is always false nothing is shown, in front of it something fails.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned char a[4] = {0};
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i <= 4);
    a[i] = 1; // FAILS: array-index
    unsigned sum = a[0] + a[1] + a[2] + a[3];
    __VERIFIER_assume(sum == 2);
    __VERIFIER_assert(a[i] == 2); // UNREACHABLE: assertion
    return 0;
}
