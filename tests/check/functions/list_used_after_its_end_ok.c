// The list is begun again before an argument is taken from it.
// OPTIONS: --check uninitialised-use
#include <assert.h>
#include <stdarg.h>

static int difference(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    int first = va_arg(arguments, int);
    va_end(arguments);
    va_start(arguments, count);
    int again = va_arg(arguments, int);
    va_end(arguments);
    return first - again;
}

int main(void) {
    assert(difference(2, 7, 8) == 0);
    return 0;
}
