// An object that only some paths make leaks on those where it is not freed.
// OPTIONS: --check memory-leak
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

char *kept;

int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
    char other = 1;
    uintptr_t number = (uintptr_t)&other;
    char *block = NULL;
    if (first) {
        block = malloc(1);
        *block = 2;
        number = (uintptr_t)block;
    } else if (second) {
        kept = malloc(1); // FAILS: memory-leak
        *kept = 3;
    }
    assert(*(char *)number == (first ? 2 : 1));
    if (!first && second)
        assert(*kept == 3);
    free(block);
    if (second < 10)
        free(kept);
    return 0;
}
