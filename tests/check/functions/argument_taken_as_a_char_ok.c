// A char is passed as an int, and taken as one.
#include <stdarg.h>

static int first(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    char letter = va_arg(arguments, int);
    va_end(arguments);
    return letter;
}

int main(void) {
    char letter = 'x';
    return first(1, letter) != 'x';
}
