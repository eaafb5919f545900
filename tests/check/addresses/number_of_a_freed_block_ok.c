// A number was the address of a block that is freed now; if a new block lies there, it is that one's address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    if (old == NULL)
        return 0;
    uintptr_t number = (uintptr_t)old;
    free(old);
    int *new = malloc(sizeof *new);
    if (new == NULL)
        return 0;
    *new = 7;
    if ((uintptr_t)new == number)
        assert(*(int *)number == 7);
    free(new);
    return 0;
}
