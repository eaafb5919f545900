// EXIT: 6
// The count is the number of arguments that follow.
#include <stdarg.h>

static int sum(int count, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, count);
    for (int i = 0; i < count; i++)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}

int main(void) {
    return sum(3, 1, 2, 3);
}
