// EXIT: 1
// The midpoint by the half of the difference.
#include <limits.h>

static int midpoint(int low, int high) {
    return low + (high - low) / 2;
}

int main(void) {
    if (midpoint(2, 6) != 4)
        return 9;
    return midpoint(INT_MAX - 2, INT_MAX) == INT_MAX - 1;
}
