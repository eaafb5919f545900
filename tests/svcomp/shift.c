extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* UNKNOWN: unreach-call. What a shift by 32 or 33 gives depends on the machine. */
int main(void) {
    int amount = 32 + (__VERIFIER_nondet_int() & 1);
    int shifted = 1 << amount;
    if (shifted == 1 || shifted == 2)
        reach_error();
    return 0;
}
