// OPTIONS: --cflags "-DSTEPS=10"
// Ten times a tenth is not one in binary floating point.
#include <assert.h>
#include <math.h>

int main(void) {
    double sum = 0;
    for (int i = 0; i < STEPS; i++)
        sum += 0.1;
    assert(sum == 1.0); // BUG: assertion
    return 0;
}
