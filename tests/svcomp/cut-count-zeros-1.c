/* UNKNOWN: unreach-call. Nobody asks about __builtin_ctz(0), and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (__builtin_ctz(x) > 31)
        reach_error();
    return 0;
}
