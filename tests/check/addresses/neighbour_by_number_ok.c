// A number that is in one array and nowhere else.
#include <assert.h>
#include <stdint.h>

int main(void) {
    int a[1] = {1}, b[1] = {2};
    uintptr_t end = (uintptr_t)(a + 1);
    if (end == (uintptr_t)b) {
        int *p = (int *)(end - sizeof *a);
        *p = 5;
        assert(b[0] == 2 && a[0] == 5);
    }
    return 0;
}
