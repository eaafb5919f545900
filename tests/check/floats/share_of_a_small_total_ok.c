// A part is not larger than the total.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static unsigned char percent(float part, float total) {
    float share = part / total * 100.0f;
    return (unsigned char)share;
}

int main(void) {
    float part = __VERIFIER_nondet_float();
    float total = __VERIFIER_nondet_float();
    __VERIFIER_assume(total >= 1.0f && total <= 8.0f && part >= 0.0f && part <= total);
    return percent(part, total);
}
