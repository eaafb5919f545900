// Memory that is left at the end is left all at once: one leak hides no other, nor what else is wrong with it.
// OPTIONS: --check memory-leak,lost-memory
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
char *kept;

int main(void) {
    kept = malloc(4); // PROVED: memory-leak
    char *lost = malloc(5); // PROVED: lost-memory
    char *other = NULL;
    if (__VERIFIER_nondet_int() > 3)
        other = malloc(6);
    lost[0] = other == NULL;
    free(other);
    free(kept);
    free(lost);
    return 0;
}
