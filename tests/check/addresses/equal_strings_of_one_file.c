// Two literals with the same text may be one object or two (C11 6.4.5p7).
// NATIVE: clang makes one object of them
#include <assert.h>

static const char *name(void) {
    return "part";
}

int main(void) {
    const char *p = name(), *q = "part";
    assert(p == q); // FAILS: assertion
    return 0;
}
