/* UNKNOWN: unreach-call. Nobody asks about a shift by too much, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (1u << x == 3)
        reach_error();
    return 0;
}
