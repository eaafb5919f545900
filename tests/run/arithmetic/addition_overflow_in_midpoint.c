// The midpoint of a binary search on large indices.
#include <limits.h>

static int midpoint(int low, int high) {
    return (low + high) / 2; // BUG: signed-overflow
}

int main(void) {
    if (midpoint(2, 6) != 4)
        return 9;
    return midpoint(INT_MAX - 2, INT_MAX) == INT_MAX - 1;
}
