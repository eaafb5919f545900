// Two names of one block, each freed.
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a);
    int *b = a;
    free(a);
    free(b); // BUG: double-free
    return 0;
}
