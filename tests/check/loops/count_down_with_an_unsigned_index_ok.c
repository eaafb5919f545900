// An unsigned index is decremented when it is tested.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char stack[5] = {'a', 'b', 'c', 'd', 'e'};
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 5);
    int sum = 0;
    for (unsigned i = n; i-- > 0;)
        sum += stack[i];
    return sum > 400;
}
