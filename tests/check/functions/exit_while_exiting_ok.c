// Handlers may register handlers while they run.
#include <assert.h>
#include <stdlib.h>

static int calls;

static void second(void) {
    assert(calls == 1);
}

static void first(void) {
    calls++;
    atexit(second);
}

int main(void) {
    atexit(first);
    exit(1);
}
