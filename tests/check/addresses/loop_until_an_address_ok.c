// A loop that counts from one address to the next depends on the distance.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char a[4], b[4];
    int steps = 0;
    for (uintptr_t x = (uintptr_t)a; x < (uintptr_t)b && steps < 6; x++)
        steps++;
    assert(steps == 6 || steps == 0 || steps >= 4);
    return 0;
}
