// The buffer is freed on every way out.
// OPTIONS: --check memory-leak
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *buffer = malloc(4 * sizeof *buffer);
    if (!buffer)
        return 1;
    buffer[0] = __VERIFIER_nondet_int();
    if (buffer[0] < 0) {
        free(buffer);
        return 2;
    }
    free(buffer);
    return 0;
}
