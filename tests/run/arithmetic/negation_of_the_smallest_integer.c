// The smallest int has no positive counterpart.
#include <limits.h>

static unsigned magnitude(int x) {
    return x < 0 ? -x : x; // BUG: signed-overflow
}

int main(void) {
    if (magnitude(-5) != 5)
        return 9;
    return magnitude(INT_MIN) == 2147483648u;
}
