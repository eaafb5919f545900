// malloc promises 16, and no more.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(100);
    if (!p)
        abort();
    assert((uintptr_t)p % 16 == 0);
    free(p);
    return 0;
}
