extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 0)
        return 0;
    if (10 / x == 11)
        reach_error();
    return 0;
}
