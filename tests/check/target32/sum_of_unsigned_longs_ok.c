// An unsigned long long holds the sum of two unsigned ints.
// OPTIONS: -m32
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned long long sum = (unsigned long long)a + b;
    __VERIFIER_assert(sum >= a);
    return 0;
}
