// EXIT: 3
// The optional result is filled in if it was asked for.
#include <stddef.h>

static int divide(int a, int b, int *remainder) {
    if (remainder)
        *remainder = a % b;
    return a / b;
}

int main(void) {
    int r;
    if (divide(7, 2, &r) != 3 || r != 1)
        return 1;
    return divide(10, 3, NULL);
}
