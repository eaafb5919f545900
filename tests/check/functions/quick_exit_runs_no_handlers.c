// `exit` runs the handler.
#include <assert.h>
#include <stdlib.h>

static void handler(void) {
    assert(0); // FAILS: assertion
}

int main(void) {
    atexit(handler);
    exit(0);
}
