// The remainder by -1 is 0 without a division.
#include <limits.h>

static int divides(int a, int b) {
    if (b == -1)
        return 1;
    return a % b == 0;
}

int main(void) {
    if (!divides(-8, -2))
        return 9;
    return !divides(INT_MIN, -1);
}
