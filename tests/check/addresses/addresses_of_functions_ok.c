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
    assert(p != q && p() == 1 && q() == 2);
    return 0;
}
