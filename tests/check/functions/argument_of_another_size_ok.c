// Longs are passed, longs are taken.
#include <stdarg.h>

static long last(int count, ...) {
    va_list arguments;
    long value = 0;
    va_start(arguments, count);
    while (count-- > 0)
        value = va_arg(arguments, long);
    va_end(arguments);
    return value;
}

int main(void) {
    return last(2, 3l, 4l) == 4;
}
