// The parser leaves its buffer to the caller when it fails.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int parse(char *buffer) {
    buffer[0] = (char)__VERIFIER_nondet_int();
    if (buffer[0] == '#') {
        return -1;
    }
    return 0;
}

int main(void) {
    char *buffer = malloc(16);
    if (!buffer)
        return 1;
    int status = parse(buffer);
    free(buffer);
    return status != 0;
}
