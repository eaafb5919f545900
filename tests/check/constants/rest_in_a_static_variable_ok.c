// Rests behind macros that have a value, and one without that is never evaluated.
#include <limits.h>
#define STEP (-1)
#define REST(a, b) ((a) % (b))

static int of_int(void) {
    static int rest = REST(INT_MAX, STEP) + (STEP < 0 ? 0 : REST(INT_MIN, STEP)) + (int)sizeof(REST(INT_MIN, STEP));
    return rest;
}

int main(void) {
    return of_int() - 4;
}
