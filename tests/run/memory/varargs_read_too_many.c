// The count says four, three follow.
#include <stdarg.h>

static int sum(int count, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, count);
    for (int i = 0; i < count; i++)
        total += va_arg(ap, int); // BUG: out-of-bounds-read
    va_end(ap);
    return total;
}

int main(void) {
    return sum(4, 1, 2, 3);
}
