// Nanoseconds fit a long on 64 bits, not on 32.
// OPTIONS: -m32
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int seconds = __VERIFIER_nondet_int();
    __VERIFIER_assume(seconds >= 0 && seconds <= 3);
    long nanoseconds = seconds * 1000000000l; // FAILS: signed-overflow
    return nanoseconds > 1500000000;
}
