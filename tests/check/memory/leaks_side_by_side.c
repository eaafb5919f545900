// Memory that is left at the end is left all at once: one leak hides no other, nor what else is wrong with it.
// OPTIONS: --check memory-leak,lost-memory
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
char *kept;

int main(void) {
    kept = malloc(4); // FAILS: memory-leak
    char *lost = malloc(5); // FAILS: memory-leak // FAILS: lost-memory
    char *other = NULL;
    if (__VERIFIER_nondet_int() > 3)
        other = malloc(6); // FAILS: memory-leak // FAILS: lost-memory
    lost[0] = other == NULL;
    return 0;
}
