// INT_MIN / -1 does not fit.
#include <limits.h>

static int quotient(int a, int b) {
    return a / b; // BUG: signed-overflow
}

int main(void) {
    if (quotient(-8, -1) != 8)
        return 9;
    return quotient(INT_MIN, -1) > 0;
}
