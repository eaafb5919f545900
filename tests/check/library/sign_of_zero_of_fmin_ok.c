// Of two zeros, either is the smaller and the larger one.
#include <assert.h>
#include <math.h>

int main(void) {
    double zero = 0, result = fmin(zero, -zero);
    assert(result == 0);
    return 0;
}
