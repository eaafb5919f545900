extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* UNKNOWN: termination. Where the assumption does not hold, execution waits for ever. */
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0);
    return x == 0;
}
