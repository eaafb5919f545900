// STDOUT: 1 1 2 3\n
// Shifting an array by one element with memmove.
#include <stdio.h>
#include <string.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    memmove(a + 1, a, 3 * sizeof a[0]);
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
