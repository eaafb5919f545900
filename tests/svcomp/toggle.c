extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* UNKNOWN: unreach-call, termination, no-data-race. A loop without an end that never goes wrong: a bounded search cannot prove that. */
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        x = x == 0;
        if (x > 1)
            reach_error();
    }
    return 0;
}
