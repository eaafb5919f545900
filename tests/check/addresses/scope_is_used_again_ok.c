// Variables of two blocks may share their place, those of one block not.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uintptr_t x, y;
    {
        int a = 1, c = 2;
        x = (uintptr_t)&a;
        y = (uintptr_t)&c;
    }
    {
        int b = 3;
        assert(b == 3 && x != y);
    }
    return 0;
}
