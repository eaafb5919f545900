/* UNKNOWN: unreach-call. Nobody asks about an index beyond a row, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[2][2] = {{0}};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3)
        return 0;
    a[0][n] = 1;
    if (a[0][n] != 1)
        reach_error();
    return 0;
}
