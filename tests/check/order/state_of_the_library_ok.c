// What functions of the library remember from one call to the next is changed by each.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int in_order(const char *a, const char *b) { return a[0] < b[0]; }
static int difference(int a, int b) { return a / 2 - b / 2; }

static int of_list(int count, ...) {
    va_list list;
    va_start(list, count);
    int first = va_arg(list, int), second = va_arg(list, int);
    va_end(list);
    return difference(first, second);
}

int main(void) {
    char text[] = "x y", *rest = text;
    const char *first = strsep(&rest, " "), *second = strsep(&rest, " ");
    int one = rand(), two = rand();
    return difference(one, two) + in_order(first, second) + difference(strlen(first), strlen(second)) + of_list(2, 5, 3);
}
