// OPTIONS: --cflags "-DSTEPS=10"
// Ten times a tenth is one up to rounding.
#include <assert.h>
#include <math.h>

int main(void) {
    double sum = 0;
    for (int i = 0; i < STEPS; i++)
        sum += 0.1;
    assert(fabs(sum - 1.0) < 1e-9);
    return 0;
}
