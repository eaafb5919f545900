// The last character of the buffer is zero.
extern char __VERIFIER_nondet_char(void);

static int length(const char *text) {
    int n = 0;
    while (text[n] != '\0')
        n++;
    return n;
}

int main(void) {
    char buffer[6];
    for (int i = 0; i < 6; i++)
        buffer[i] = __VERIFIER_nondet_char();
    buffer[5] = '\0';
    return length(buffer);
}
