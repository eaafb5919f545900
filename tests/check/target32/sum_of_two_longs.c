// A long is as narrow as an int, and a sum of two ints does not fit.
// OPTIONS: -m32
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    long sum = (long)a + b; // FAILS: signed-overflow
    return sum > 0;
}
