// An initialiser outside of all functions that has a value.
#include <limits.h>

enum { other = -2, step };
long quotient = LONG_MAX / step + LONG_MIN / other;

int main(void) {
    return quotient == 5;
}
