// Nobody uses the quotient, and the sum with it would hide it as well.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const long zero = 0;
    if (__VERIFIER_nondet_int() == 5)
        (void)(7 / zero); // FAILS: division-by-zero
    return 0;
}
