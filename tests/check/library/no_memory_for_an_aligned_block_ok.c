// Where there is no memory, posix_memalign leaves the pointer alone.
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int number = 0;
    void *block = &number;
    assert(posix_memalign(&block, 16, SIZE_MAX / 2 + 100) == ENOMEM); // PROVED: assertion
    assert(block == &number); // PROVED: assertion
    return 0;
}
