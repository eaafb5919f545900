// ARGS: 8 2
// STDOUT: 10\n
// All arguments are numbers.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long total = 0;
    for (int i = 1; i < argc; i++) {
        char *end;
        total += strtol(argv[i], &end, 10);
        assert(end != argv[i] && *end == '\0');
    }
    printf("%ld\n", total);
    return 0;
}
