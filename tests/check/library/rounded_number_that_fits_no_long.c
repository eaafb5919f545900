// The result is open where a rounded number does not fit, and so is the exponent of an infinity.
// NATIVE: the library of the machine does one of the things that the standard allows
#include <assert.h>
#include <limits.h>
#include <math.h>

int main(void) {
    int exponent;
    assert(lround(1e30) == LONG_MIN); // FAILS: assertion
    assert(llrint(NAN) == LLONG_MIN); // FAILS: assertion
    frexp(INFINITY, &exponent);
    assert(exponent == 0); // FAILS: assertion
    return 0;
}
