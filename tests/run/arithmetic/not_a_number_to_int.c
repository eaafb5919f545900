// 0.0 / 0.0 has no integer value.
#include <math.h>

static int percent(double part, double whole) {
    double ratio = part / whole;
    return (int)(100 * ratio); // BUG: float-cast-overflow
}

int main(void) {
    if (percent(1, 4) != 25)
        return 9;
    double nothing = 0.0;
    return percent(nothing, nothing);
}
