// `quick_exit` does not run the handlers of `atexit`.
#include <stdlib.h>
#include <assert.h>

static void handler(void) {
    assert(0); // UNREACHABLE: assertion
}

int main(void) {
    atexit(handler);
    quick_exit(0);
}
