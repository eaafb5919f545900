#include <stdlib.h>

/* UNKNOWN: valid-memsafety. Nobody says whether this frees what it gets. */
extern void release(const void *);

int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    release(p);
    return 0;
}
