// INT_MIN % -1 is as undefined as the quotient.
#include <limits.h>

static int divides(int a, int b) {
    return a % b == 0; // BUG: signed-overflow
}

int main(void) {
    if (!divides(-8, -2))
        return 9;
    return !divides(INT_MIN, -1);
}
