// A global of type int is aligned to 4.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int global;

int main(void) {
    assert(((uintptr_t)&global & 3) == 0);
    return 0;
}
