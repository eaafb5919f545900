// An unsigned long does not hold the sum of two unsigned ints.
// OPTIONS: -m32
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned long sum = (unsigned long)a + b;
    __VERIFIER_assert(sum >= a); // FAILS: assertion
    return 0;
}
