// A char is passed as an int; taken as a char it is not what was passed.
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>

static int first(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    char letter = va_arg(arguments, char); // FAILS: invalid-argument
    va_end(arguments);
    return letter;
}

int main(void) {
    char letter = 'x';
    return first(1, letter) != 'x';
}
