// EXIT: 1
// The magnitude is unsigned.
#include <limits.h>

static unsigned magnitude(int x) {
    return x < 0 ? 0u - (unsigned)x : (unsigned)x;
}

int main(void) {
    if (magnitude(-5) != 5)
        return 9;
    return magnitude(INT_MIN) == 2147483648u;
}
