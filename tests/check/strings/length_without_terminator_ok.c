// A hand-written length of a text that is closed at its end.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static unsigned length(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return (unsigned)(p - s);
}

int main(void) {
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = '\0';
    assert(length(text) <= 4);
    return 0;
}
