// A length that anybody may change is used after a look at it.
#include <stdlib.h>

extern void __CPROVER_havoc_object(void *);

int main(void) {
    static int table[4];
    unsigned *index = malloc(sizeof *index);
    if (!index)
        return 1;
    *index = 0;
    __CPROVER_havoc_object(index);
    if (*index < 4)
        table[*index] = 1;
    free(index);
    return 0;
}
