// Shifting an array by one element with memcpy.
#include <stdio.h>
#include <string.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    memcpy(a + 1, a, 3 * sizeof a[0]); // BUG: overlapping-copy
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
