// The function for an unknown unit is null, and is called.
#include <stddef.h>

extern char __VERIFIER_nondet_char(void);

typedef long convert(int);

static long from_metres(int x) {
    return x;
}

static long from_kilometres(int x) {
    return x * 1000l;
}

static convert *conversion(char unit) {
    if (unit == 'm')
        return from_metres;
    return unit == 'k' ? from_kilometres : NULL;
}

int main(void) {
    char unit = __VERIFIER_nondet_char();
    return conversion(unit)(7) == 7; // FAILS: null-dereference
}
