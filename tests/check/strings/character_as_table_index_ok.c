// A character is used as an index into a table of 256, as an unsigned number.
extern signed char __VERIFIER_nondet_char(void);

static unsigned char seen[256];

int main(void) {
    int different = 0;
    for (int i = 0; i < 3; i++) {
        signed char c = __VERIFIER_nondet_char();
        if (!seen[(unsigned char)c]) {
            different++;
            seen[(unsigned char)c % sizeof seen] = 1;
        }
    }
    return different;
}
