// A handler ends the program at once, while there is memory.
// OPTIONS: --check memory-leak
// NATIVE: nothing looks for leaks when a program aborts
#include <stdlib.h>

static void handler(void) {
    abort();
}

int main(void) {
    atexit(handler);
    int *number = malloc(sizeof *number); // FAILS: memory-leak
    *number = 1;
    return 0;
}
