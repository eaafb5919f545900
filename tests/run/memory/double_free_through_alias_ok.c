// Two names of one block, freed once.
#include <stdlib.h>

int main(void) {
    int *a = malloc(sizeof *a);
    int *b = a;
    free(a);
    b = NULL;
    free(b);
    return 0;
}
