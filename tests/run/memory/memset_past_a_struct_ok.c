// An array of two is cleared by its size.
#include <string.h>

struct point {
    int x, y;
};

static struct point corners[2];

int main(void) {
    corners[0].x = 1;
    memset(corners, 0, sizeof corners);
    return corners[0].x;
}
