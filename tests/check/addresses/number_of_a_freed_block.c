// A number was the address of a block that is freed now; nothing else need lie there.
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
    int value = *(int *)number; // FAILS: use-after-free
    free(new);
    return value == 7;
}
