// The kinds of the variadic arguments stand in a string.
#include <assert.h>
#include <stdarg.h>

extern long __VERIFIER_nondet_long(void);

static long sum(const char *kinds, ...) {
    va_list arguments;
    long total = 0;
    va_start(arguments, kinds);
    for (; *kinds != '\0'; kinds++)
        if (*kinds == 'l')
            total += va_arg(arguments, long);
        else
            total += va_arg(arguments, int);
    va_end(arguments);
    return total;
}

int main(void) {
    long x = __VERIFIER_nondet_long();
    if (x < 0 || x > 100000000000l)
        return 0;
    assert(sum("ili", 1, x, 2) == x + 3);
    return 0;
}
