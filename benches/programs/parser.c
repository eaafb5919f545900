// A number is read from any string of eight letters: branches on bytes, and overflow checks.
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int parse(const char *text, int *value) {
    int result = 0, digits = 0, negative = *text == '-';
    if (negative)
        text++;
    while (*text >= '0' && *text <= '9') {
        if (++digits > 5)
            return 0;
        result = result * 10 + (*text++ - '0');
    }
    *value = negative ? -result : result;
    return digits > 0 && *text == 0;
}

int main(void) {
    char text[9];
    for (int i = 0; i < 8; i++)
        text[i] = __VERIFIER_nondet_char();
    text[8] = 0;
    int value;
    if (parse(text, &value))
        assert(value > -100000 && value < 100000);
    return 0;
}
