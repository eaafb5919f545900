// What functions of the library remember from one call to the next is changed by each.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int in_order(const char *a, const char *b) { return a[0] < b[0]; }
static int difference(int a, int b) { return a / 2 - b / 2; }

static int of_list(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = difference(va_arg(list, int), va_arg(list, int)); // ASSUMES: order
    va_end(list);
    return result;
}

int main(void) {
    char text[] = "x y", *rest = text;
    int sorted = in_order(strsep(&rest, " "), strsep(&rest, " ")); // ASSUMES: order
    return difference(rand(), rand()) + sorted + of_list(2, 5, 3); // ASSUMES: order
}
