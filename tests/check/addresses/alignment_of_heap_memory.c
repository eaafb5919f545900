// malloc promises 16, and no more.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(100);
    if (!p)
        abort();
    assert((uintptr_t)p % 64 == 0); // FAILS: assertion
    free(p);
    return 0;
}
