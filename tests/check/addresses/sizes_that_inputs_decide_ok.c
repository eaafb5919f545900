// Blocks whose sizes inputs decide share no byte with others, and lie in multiples of 16.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 64)
        return 0;
    char *first = malloc(n), *kept = malloc(8), *last = malloc(n / 2 + 1);
    assert((uintptr_t)last != (uintptr_t)kept && (uintptr_t)last % 16 == 0);
    assert(first != last && first + n - 1 != kept);
    return 0;
}
