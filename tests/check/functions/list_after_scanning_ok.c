#include <stdarg.h>
#include <stdio.h>

static int read_two(const char *text, ...) {
    va_list places;
    va_start(places, text);
    int count = vsscanf(text, "%1d%1d", places);
    va_end(places);
    return count;
}

int main(void) {
    int a = 0, b = 0;
    return read_two("12", &a, &b) == 2 && a == 1 && b == 2 ? 0 : 1;
}
