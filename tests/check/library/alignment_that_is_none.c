// posix_memalign wants a power of two and a multiple of the size of a pointer.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    void *block = NULL;
    assert(posix_memalign(&block, 24, 8) == 0); // FAILS: assertion
    assert(posix_memalign(&block, 2, 8) == 0); // UNREACHABLE: assertion
    return 0;
}
