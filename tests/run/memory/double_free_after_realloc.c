// realloc released the old block already.
#include <stdlib.h>

int main(void) {
    char *small = malloc(16);
    if (!small)
        return 1;
    char *big = realloc(small, 65536);
    if (!big)
        return 1;
    free(small); // BUG: double-free
    free(big);
    return 0;
}
