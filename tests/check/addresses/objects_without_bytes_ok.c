// Objects without bytes, which GNU C has, need no address of their own; what the heap gives has one.
#include <assert.h>
#include <stdlib.h>

__attribute__((noinline)) static int same(void *a, void *b) { return a == b; }

int main(void) {
    char first, second, *room = malloc(0), *more = malloc(0);
    assert(!same(&first, &second));
    assert(room == NULL || !same(room, more));
    free(room);
    free(more);
    return 0;
}
