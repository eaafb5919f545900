/* UNKNOWN: unreach-call. Nobody asks about an access that is not aligned, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    _Alignas(8) char a[12] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        return 0;
    int *p = (int *)(a + n);
    *p = 3;
    if (*p != 3)
        reach_error();
    return 0;
}
