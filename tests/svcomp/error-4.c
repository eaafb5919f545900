extern int __VERIFIER_nondet_int(void);

static void reach_error(void) {}

/* An error function that only this file sees. */
int main(void) {
    if (__VERIFIER_nondet_int() == 5)
        reach_error();
    return 0;
}
