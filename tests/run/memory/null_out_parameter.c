// The callee fills in an optional result that the caller did not ask for.
#include <stddef.h>

static int divide(int a, int b, int *remainder) {
    *remainder = a % b; // BUG: null-dereference
    return a / b;
}

int main(void) {
    int r;
    if (divide(7, 2, &r) != 3 || r != 1)
        return 1;
    return divide(10, 3, NULL);
}
