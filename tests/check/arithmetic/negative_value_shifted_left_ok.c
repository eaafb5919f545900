// A number that may be negative is scaled by a multiplication.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int to_fixed_point(int whole) {
    return whole * 256;
}

int main(void) {
    int degrees = __VERIFIER_nondet_int();
    __VERIFIER_assume(degrees >= -40 && degrees <= 120);
    return to_fixed_point(degrees) > 5120;
}
