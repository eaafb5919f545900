// OPTIONS: --check uninitialised-use
// NATIVE: no sanitizer looks at variadic arguments
#include <stdarg.h>
#include <stdio.h>

static int read_two(const char *text, ...) {
    va_list places;
    va_start(places, text);
    int count = vsscanf(text, "%1d", places);
    count += vsscanf(text, "%1d", places); // FAILS: uninitialised-use
    va_end(places);
    return count;
}

int main(void) {
    int a = 0, b = 0;
    int count = read_two("12", &a, &b);
    return count + a + b;
}
