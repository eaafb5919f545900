// An argument is taken from a list that was ended before.
// OPTIONS: --check uninitialised-use
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>

static int difference(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    int first = va_arg(arguments, int);
    va_end(arguments);
    return first - va_arg(arguments, int); // FAILS: uninitialised-use
}

int main(void) {
    return difference(2, 7, 7);
}
