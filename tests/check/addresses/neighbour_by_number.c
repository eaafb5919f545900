// A number that is the end of one array and the start of the next: as a pointer it may be meant for either.
// VERDICT: unknown
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a[1] = {1}, b[1] = {2};
    uintptr_t end = (uintptr_t)(a + 1);
    if (end == (uintptr_t)b) {
        int *p = (int *)end; // UNKNOWN: unmodelled
        *p = 5;
        assert(b[0] == 2);
    }
    return 0;
}
