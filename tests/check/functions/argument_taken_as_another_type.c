// A long is passed, and taken as a double if the caller says so.
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int is_large(int as_double, ...) {
    va_list arguments;
    int large;
    va_start(arguments, as_double);
    if (as_double)
        large = va_arg(arguments, double) > 100.0; // FAILS: invalid-argument
    else
        large = va_arg(arguments, long) > 100;
    va_end(arguments);
    return large;
}

int main(void) {
    return is_large(__VERIFIER_nondet_uchar() > 250, 7l);
}
