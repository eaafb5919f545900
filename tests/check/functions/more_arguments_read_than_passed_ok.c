// The count of the arguments that follow is right.
#include <stdarg.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int count, ...) {
    va_list arguments;
    int total = 0;
    va_start(arguments, count);
    for (int i = 0; i < count; i++)
        total += va_arg(arguments, int);
    va_end(arguments);
    return total;
}

int main(void) {
    int count = __VERIFIER_nondet_uchar() % 3;
    return sum(count, 7, 8);
}
