// A length that anybody may change is used without a look at it.
#include <stdlib.h>

extern void __CPROVER_havoc_object(void *);

int main(void) {
    static int table[4];
    unsigned *index = malloc(sizeof *index);
    if (!index)
        return 1;
    *index = 0;
    __CPROVER_havoc_object(index);
        table[*index] = 1; // FAILS: array-index
    free(index);
    return 0;
}
