extern float __VERIFIER_nondet_float(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

/* The square of a number from 1 to 2 is one from 1 to 4. */
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x >= 1.0f && x <= 2.0f && !(x * x >= 1.0f && x * x <= 4.0f))
        reach_error();
    return 0;
}
