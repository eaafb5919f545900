// The result is open where a rounded number does not fit, and so is the exponent of an infinity.
#include <assert.h>
#include <math.h>

int main(void) {
    int exponent;
    assert(lround(-2.5) == -3);
    assert(llrint(2.5) == 2);
    lround(1e30);
    assert(isinf(frexp(INFINITY, &exponent)));
    assert(frexp(8, &exponent) == 0.5 && exponent == 4);
    return 0;
}
