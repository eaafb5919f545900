// The order of globals is the linker's.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int first, second;

int main(void) {
    assert((uintptr_t)&first < (uintptr_t)&second); // FAILS: assertion
    return 0;
}
