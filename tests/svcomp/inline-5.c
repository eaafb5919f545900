extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* UNKNOWN: unreach-call. This defines a function for nobody, but says what it does. */
extern inline __attribute__((gnu_inline)) int zero(void) {
    return 0;
}

int main(void) {
    if (zero())
        reach_error();
    return 0;
}
