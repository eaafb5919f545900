// An int is passed where a long is taken.
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>

static long last(int count, ...) {
    va_list arguments;
    long value = 0;
    va_start(arguments, count);
    while (count-- > 0)
        value = va_arg(arguments, long); // FAILS: invalid-argument
    va_end(arguments);
    return value;
}

int main(void) {
    return last(2, 3l, 4) == 4;
}
