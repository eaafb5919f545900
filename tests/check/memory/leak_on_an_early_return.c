// The buffer is not freed when the input is refused.
// OPTIONS: --check memory-leak
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *buffer = malloc(4 * sizeof *buffer); // FAILS: memory-leak
    if (!buffer)
        return 1;
    buffer[0] = __VERIFIER_nondet_int();
    if (buffer[0] < 0) {
        return 2;
    }
    free(buffer);
    return 0;
}
