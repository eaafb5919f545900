extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int quotient;

/* UNKNOWN: unreach-call. Nothing has a meaning behind a division by zero. */
int main(void) {
    int divisor = __VERIFIER_nondet_int();
    quotient = 5 / divisor;
    if (divisor == 0)
        reach_error();
    return 0;
}
