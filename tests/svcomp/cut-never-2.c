extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        return 0;
    if (x == 3)
        __builtin_unreachable();
    if (x == 3)
        reach_error();
    return 0;
}
