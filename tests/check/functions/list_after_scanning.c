// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>
#include <stdio.h>

static int read_two(const char *text, ...) {
    va_list places;
    va_start(places, text);
    int count = vsscanf(text, "%1d", places) + vsscanf(text, "%1d", places); // FAILS: wild-pointer
    va_end(places);
    return count;
}

int main(void) {
    int a = 0, b = 0;
    return read_two("12", &a, &b) + a + b;
}
