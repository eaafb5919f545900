// A struct is freed without the block that it owns.
// OPTIONS: --check memory-leak
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct vector {
    unsigned length;
    int *data;
};

int main(void) {
    unsigned length = __VERIFIER_nondet_uint() % 5;
    struct vector *v = malloc(sizeof *v);
    if (!v)
        return 1;
    v->length = length;
    v->data = NULL;
    if (length > 0)
        v->data = malloc(length * sizeof *v->data); // FAILS: memory-leak
    free(v);
    return 0;
}
