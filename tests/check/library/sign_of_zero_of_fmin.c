// Of two zeros, either is the smaller and the larger one.
// NATIVE: the library of the machine does one of the things that the standard allows
#include <assert.h>
#include <math.h>

int main(void) {
    double zero = 0, result = fmin(zero, -zero);
    assert(signbit(result)); // FAILS: assertion
    return 0;
}
