// The older name of the error function, which is never defined; the clamp forgets one side.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static int clamp(int x) {
    if (x > 100)
        return 100;
    return x;
}

int main(void) {
    int percent = clamp(__VERIFIER_nondet_int());
    if (percent > 100)
        __VERIFIER_error();
    if (percent < 0)
        __VERIFIER_error(); // FAILS: error-reached
    return percent;
}
