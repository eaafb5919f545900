// A handler ends the program at once, when there is no memory any more.
// OPTIONS: --check memory-leak
#include <stdlib.h>

static void handler(void) {
    _Exit(3);
}

int main(void) {
    atexit(handler);
    int *number = malloc(sizeof *number);
    *number = 1;
    free(number);
    return 0;
}
