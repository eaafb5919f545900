// The characters of a text are counted up to a zero that need not be there.
extern char __VERIFIER_nondet_char(void);

static int length(const char *text) {
    int n = 0;
    while (text[n] != '\0') // FAILS: out-of-bounds-read
        n++;
    return n;
}

int main(void) {
    char buffer[6];
    for (int i = 0; i < 6; i++)
        buffer[i] = __VERIFIER_nondet_char();
    return length(buffer);
}
