// An allocator may give more than it was asked for.
// NATIVE: the allocator of sanitizers gives what it was asked for
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(10);
    size_t room = malloc_usable_size(block);
    assert(block == NULL || room == 10); // FAILS: assertion
    free(block);
    return 0;
}
