// -1, which says that nothing could be read, becomes the largest size.
// OPTIONS: --check lossy-conversion
extern int __VERIFIER_nondet_int(void);

static int read_some(void) {
    int n = __VERIFIER_nondet_int();
    return n >= 0 && n <= 16 ? n : -1;
}

int main(void) {
    int n = read_some();
    unsigned size = n; // FAILS: lossy-conversion
    return size > 8;
}
