// Functions differ, in no order.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int f(void) {
    return 1;
}

static int g(void) {
    return 2;
}

int main(void) {
    int (*p)(void) = f, (*q)(void) = g;
    assert((uintptr_t)p < (uintptr_t)q); // FAILS: assertion
    return 0;
}
