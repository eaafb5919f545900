// EXIT: 1
// Not-a-number is recognised before the conversion.
#include <math.h>

static int percent(double part, double whole) {
    double ratio = part / whole;
    if (isnan(ratio))
        return 1;
    return (int)(100 * ratio);
}

int main(void) {
    if (percent(1, 4) != 25)
        return 9;
    double nothing = 0.0;
    return percent(nothing, nothing);
}
