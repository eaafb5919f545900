// Floating-point numbers that just fit.
#include <float.h>

int main(void) {
    int table[] = {(int)1.5, (int)2147483647.9, -2147483648.0, (int)-2147483648.5, FLT_MAX > 1e30f};
    unsigned rest[] = {4294967295.5, -0.5, (unsigned)1e9};
    double large[] = {1e300, FLT_MAX, -DBL_MAX};
    return (int)(large[0] < large[1]) + (int)(rest[1] + (table[0] == 2));
}
