extern float __VERIFIER_nondet_float(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

/* The divisor is 2, 3 or 4: nothing is divided by zero, which the property does not ask about. */
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x >= 1.0f && x <= 2.0f) {
        int twice = (int)(x * 2.0f);
        if (12 / twice > 6)
            reach_error();
    }
    return 0;
}
