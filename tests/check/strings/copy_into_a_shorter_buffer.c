// A hand-written copy writes the text, however long it is.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static void copy(char *to, const char *from) {
    unsigned i = 0;
    do
        to[i] = from[i]; // FAILS: out-of-bounds-write
    while (from[i++] != '\0');
}

int main(void) {
    char source[6];
    char target[4];
    for (int i = 0; i < 5; i++)
        source[i] = __VERIFIER_nondet_char();
    source[5] = '\0';
    copy(target, source);
    assert(target[0] == source[0]);
    return 0;
}
