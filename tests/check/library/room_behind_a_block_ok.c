// An allocator may give more than it was asked for.
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(10);
    size_t room = malloc_usable_size(block);
    assert(block == NULL || room >= 10);
    free(block);
    return 0;
}
