extern float __VERIFIER_nondet_float(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

/* 1.5 is a number whose square is 2.25. */
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x * x == 2.25f)
        reach_error();
    return 0;
}
