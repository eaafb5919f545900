// A character is used as an index into a table of 128, and may be negative.
extern signed char __VERIFIER_nondet_char(void);

static unsigned char seen[128];

int main(void) {
    int different = 0;
    for (int i = 0; i < 3; i++) {
        signed char c = __VERIFIER_nondet_char();
        if (!seen[(int)c]) { // FAILS: array-index
            different++;
            seen[(unsigned char)c % sizeof seen] = 1;
        }
    }
    return different;
}
