// OPTIONS: --check uninitialised-use
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(0, 0, format, arguments);
    char *made = malloc(length + 1);
    vsnprintf(made, length + 1, format, again);
    va_end(arguments);
    va_end(again);
    return made;
}

int main(void) {
    free(text("%d of %s", 3, "four"));
    return 0;
}
