// A hand-written length runs on when the text fills its array.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static unsigned length(const char *s) {
    const char *p = s;
    while (*p) // FAILS: out-of-bounds-read
        p++;
    return (unsigned)(p - s);
}

int main(void) {
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_char();
    assert(length(text) <= 4);
    return 0;
}
