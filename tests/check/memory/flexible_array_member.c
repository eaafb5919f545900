// The room for a flexible array member is one element too small.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct packet {
    unsigned length;
    unsigned words[];
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 4)
        return 0;
    struct packet *p = malloc(sizeof *p + (n - 1) * sizeof p->words[0]);
    if (!p)
        return 1;
    p->length = n;
    for (unsigned i = 0; i < n; i++)
        p->words[i] = i; // FAILS: out-of-bounds-write
    free(p);
    return 0;
}
