// What is passed is what is taken: values of all kinds, structures, and a copy of the list.
#include <assert.h>
#include <stdarg.h>

struct pair { int first; float second; };
struct large { int first; double second; long third; };
enum colour { RED, GREEN };

static int take(int count, ...) {
    va_list arguments, again;
    va_start(arguments, count);
    va_copy(again, arguments);
    assert(va_arg(arguments, double) == 2.0);
    assert(va_arg(arguments, struct large).third == 3);
    assert(va_arg(arguments, struct pair).first == 4);
    assert(va_arg(arguments, long double) == 2.5l);
    char letter = va_arg(arguments, int);
    const char *text = va_arg(arguments, void *);
    assert(letter == 'x' && text[1] == 'i');
    assert(va_arg(arguments, unsigned) == 7 && va_arg(arguments, enum colour) == GREEN);
    va_end(arguments);
    assert(va_arg(again, double) == 2.0);
    va_end(again);
    return count;
}

int main(void) {
    struct pair pair = {4, 5};
    struct large large = {1, 2, 3};
    return take(0, 2.0f, large, pair, 2.5l, 'x', "hi", 7, GREEN);
}
