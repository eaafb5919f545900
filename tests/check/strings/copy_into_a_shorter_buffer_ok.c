// A hand-written copy writes no more than there is room for.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static void copy(char *to, const char *from, unsigned room) {
    while (--room > 0 && *from != '\0')
        *to++ = *from++;
    *to = '\0';
}

int main(void) {
    char source[6];
    char target[4];
    for (int i = 0; i < 5; i++)
        source[i] = __VERIFIER_nondet_char();
    source[5] = '\0';
    copy(target, source, sizeof target);
    assert(target[0] == source[0]);
    return 0;
}
