// A quotient of two numbers is too large for the type of the percentage.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static unsigned char percent(float part, float total) {
    float share = part / total * 100.0f;
    return (unsigned char)share; // FAILS: float-cast-overflow
}

int main(void) {
    float part = __VERIFIER_nondet_float();
    float total = __VERIFIER_nondet_float();
    __VERIFIER_assume(part >= 0.0f && part <= 8.0f && total >= 1.0f && total <= 8.0f);
    return percent(part, total);
}
