// An array of two is cleared as if it had three elements.
#include <string.h>

struct point {
    int x, y;
};

static struct point corners[2];

int main(void) {
    corners[0].x = 1;
    memset(corners, 0, 3 * sizeof corners[0]); // BUG: out-of-bounds-write
    return corners[0].x;
}
