// Which of two variables lies first is nobody's promise; that they lie apart is.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int a = 1, b = 2;
    uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b;
    assert(x > y); // FAILS: assertion
    return 0;
}
