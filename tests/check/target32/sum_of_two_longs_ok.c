// A long is as narrow as an int, a long long is not.
// OPTIONS: -m32
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    long long sum = (long long)a + b;
    return sum > 0;
}
