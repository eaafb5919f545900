// The failure is seen before the number becomes a size.
// OPTIONS: --check lossy-conversion
extern int __VERIFIER_nondet_int(void);

static int read_some(void) {
    int n = __VERIFIER_nondet_int();
    return n >= 0 && n <= 16 ? n : -1;
}

int main(void) {
    int n = read_some();
    if (n < 0)
        return 1;
    unsigned size = n;
    return size > 8;
}
