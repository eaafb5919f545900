// The last element of a variable-length array.
extern int __VERIFIER_nondet_int(void);

static int last_triangular(int n) {
    int t[n];
    t[0] = 0;
    for (int i = 1; i < n; i++)
        t[i] = t[i - 1] + i;
    return t[n - 1];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    return last_triangular(n);
}
