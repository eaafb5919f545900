// A product of doubles leaves the range of int.
#include <limits.h>
#include <stdio.h>

static int rounded(double x) {
    return (int)(x + 0.5); // BUG: float-cast-overflow
}

int main(void) {
    if (rounded(2.6) != 3)
        return 1;
    printf("%d\n", rounded(1e5 * 1e5));
    return 0;
}
