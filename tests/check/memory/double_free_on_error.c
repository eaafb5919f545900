// The parser frees its buffer when it fails, and the caller frees it too.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int parse(char *buffer) {
    buffer[0] = (char)__VERIFIER_nondet_int();
    if (buffer[0] == '#') {
        free(buffer);
        return -1;
    }
    return 0;
}

int main(void) {
    char *buffer = malloc(16);
    if (!buffer)
        return 1;
    int status = parse(buffer);
    free(buffer); // FAILS: double-free
    return status != 0;
}
