// A handler that is registered when handlers have run, and `exit` while the program ends, are not modelled.
// VERDICT: unknown
#include <stdlib.h>

static void late(void) {}

__attribute__((destructor)) static void last(void) {
    atexit(late); // UNKNOWN: unmodelled
    exit(1);
}

int main(void) {
    return 0;
}
