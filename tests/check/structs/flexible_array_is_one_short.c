// The array at the end of a structure has n elements, and n + 1 are written.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct path {
    unsigned length;
    short steps[];
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 1;
    struct path *path = malloc(sizeof *path + n * sizeof(short));
    if (!path)
        return 2;
    path->length = n;
    for (unsigned i = 0; i <= n; i++)
        path->steps[i] = (short)i; // FAILS: out-of-bounds-write
    unsigned length = path->length;
    free(path);
    return (int)length;
}
