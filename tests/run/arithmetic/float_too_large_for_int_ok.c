// STDOUT: 2147483647\n
// The value is clamped to the range of int.
#include <limits.h>
#include <stdio.h>

static int rounded(double x) {
    if (x >= INT_MAX)
        return INT_MAX;
    return (int)(x + 0.5);
}

int main(void) {
    if (rounded(2.6) != 3)
        return 1;
    printf("%d\n", rounded(1e5 * 1e5));
    return 0;
}
