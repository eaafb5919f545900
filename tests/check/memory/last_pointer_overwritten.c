// A buffer is replaced, and nobody has the old one any more.
// OPTIONS: --check lost-memory
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *current;

int main(void) {
    current = malloc(8); // FAILS: lost-memory
    if (!current)
        return 1;
    if (__VERIFIER_nondet_int() == 3)
        current = NULL;
    return 0;
}
