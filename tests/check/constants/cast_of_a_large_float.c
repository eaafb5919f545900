// One of the two conversions is evaluated.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    short small = __VERIFIER_nondet_int() ? (short)1e9 : (short)-3.75; // FAILS: float-cast-overflow
    return small == 5;
}
