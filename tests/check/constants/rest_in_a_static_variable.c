// A rest without a quotient, of a type with 64 bits, behind macros.
#include <limits.h>
#define STEP (-1)
#define REST(a, b) ((a) % (b))

static int of_int(void) {
    static int rest = REST(INT_MIN, STEP); // UNKNOWN: unmodelled
    return rest;
}

int main(void) {
    return of_int();
}
