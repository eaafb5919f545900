// Who is given a list uses it up: the length is measured with one, and the text made with another.
// OPTIONS: --check uninitialised-use
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(0, 0, format, arguments);
    char *made = malloc(length + 1);
    vsnprintf(made, length + 1, format, arguments); // FAILS: uninitialised-use
    va_end(arguments);
    return made;
}

int main(void) {
    free(text("%d of %s", 3, "four"));
    return 0;
}
