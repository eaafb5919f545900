// The loop ends before its bound.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int days[7] = {1, 0, 1, 1, 0, 0, 1};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 7)
        return 1;
    int open = 0;
    for (int i = 0; i < n; i++)
        open += days[i];
    return open;
}
