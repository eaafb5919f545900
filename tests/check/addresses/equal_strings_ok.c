// Equal strings may be one, also at the end of a longer one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static const char *name(void) {
    return "part";
}

static const char *whole(void) {
    return "a part";
}

int main(void) {
    const char *p = name(), *q = whole();
    assert(p != q && *p == q[2]);
    return 0;
}
