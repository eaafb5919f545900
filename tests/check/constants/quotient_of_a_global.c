// An initialiser outside of all functions is evaluated before the program starts.
#include <limits.h>

enum { step = -1 };
long quotient = LONG_MIN / step; // UNKNOWN: unmodelled

int main(void) {
    return quotient == 5;
}
