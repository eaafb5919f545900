// A number of nine digits always fits an int.
#include <assert.h>

#define DIGITS 9

extern char __VERIFIER_nondet_char(void);

static int number(const char *s) {
    int n = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0');
    return n;
}

int main(void) {
    char text[DIGITS + 1];
    for (int i = 0; i < DIGITS; i++)
        text[i] = __VERIFIER_nondet_char();
    text[DIGITS] = '\0';
    assert(number(text) >= 0);
    return 0;
}
