/* UNKNOWN: unreach-call. Nobody asks about a string that is written, and there is no meaning after it. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *s = "abc";
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        s[0] = 1;
    if (s[1] != 'b')
        reach_error();
    return 0;
}
