/* UNKNOWN: unreach-call. Nobody asks about an array without elements, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    int a[n];
    a[0] = 1;
    if (a[0] != 1)
        reach_error();
    return 0;
}
