// A number of ten digits does not always fit an int.
#include <assert.h>

#define DIGITS 10

extern char __VERIFIER_nondet_char(void);

static int number(const char *s) {
    int n = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0'); // FAILS: signed-overflow
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
