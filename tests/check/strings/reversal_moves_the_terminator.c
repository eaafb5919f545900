// Reversing a text in place exchanges the first character with the terminator.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static unsigned length(const char *s) {
    unsigned n = 0;
    while (s[n])
        n++;
    return n;
}

static void reverse(char *s, unsigned n) {
    for (unsigned i = 0, j = n; i < j; i++, j--) {
        char c = s[i];
        s[i] = s[j];
        s[j] = c;
    }
}

int main(void) {
    char text[5];
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    text[4] = '\0';
    unsigned before = length(text);
    reverse(text, before);
    assert(length(text) == before); // FAILS: assertion
    return 0;
}
