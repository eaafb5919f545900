// The count of the arguments that follow may be one too large.
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int count, ...) {
    va_list arguments;
    int total = 0;
    va_start(arguments, count);
    for (int i = 0; i < count; i++)
        total += va_arg(arguments, int); // FAILS: out-of-bounds-read
    va_end(arguments);
    return total;
}

int main(void) {
    int count = __VERIFIER_nondet_uchar() % 4;
    return sum(count, 7, 8);
}
