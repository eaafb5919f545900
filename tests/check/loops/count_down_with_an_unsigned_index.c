// An unsigned index that counts down is never less than zero.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char stack[5] = {'a', 'b', 'c', 'd', 'e'};
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 5);
    int sum = 0;
    for (unsigned i = n - 1; i >= 0; i--)
        sum += stack[i]; // FAILS: array-index
    return sum > 400;
}
