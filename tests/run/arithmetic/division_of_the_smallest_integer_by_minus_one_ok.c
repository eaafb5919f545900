// EXIT: 1
// The quotient has a wider type.
#include <limits.h>

static long long quotient(long long a, long long b) {
    return a / b;
}

int main(void) {
    if (quotient(-8, -1) != 8)
        return 9;
    return quotient(INT_MIN, -1) > 0;
}
