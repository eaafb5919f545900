extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int depth(int n) {
    return n <= 0 ? 0 : 1 + depth(n - 1);
}

/* A recursive function counts down. */
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 0;
    if (depth(n) != (n == 6 ? 5 : n))
        reach_error();
    return 0;
}
