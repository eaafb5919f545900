// Two calls one after the other may have their variables at the same place.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t f(void) {
    int x = 1;
    return (uintptr_t)&x;
}

static uintptr_t g(int *other) {
    int y = 2;
    return (uintptr_t)&y - (uintptr_t)other;
}

int main(void) {
    int z;
    uintptr_t x = f(), y = f();
    assert(x != y && g(&z) != 0); // FAILS: assertion
    return 0;
}
