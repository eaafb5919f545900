// A char is made unsigned before it is used as an index.
extern char __VERIFIER_nondet_char(void);

int main(void) {
    static int histogram[256];
    for (int i = 0; i < 2; i++) {
        char c = __VERIFIER_nondet_char();
        histogram[(unsigned char)c]++;
    }
    return histogram['a'];
}
