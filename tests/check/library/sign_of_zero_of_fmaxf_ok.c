// Of two zeros, either is the smaller and the larger one.
#include <assert.h>
#include <math.h>

int main(void) {
    float zero = 0, result = fmaxf(zero, -zero);
    assert(result == 0);
    return 0;
}
