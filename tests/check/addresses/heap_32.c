// With 32 bits, malloc promises a multiple of 8.
// OPTIONS: -m32
#include <assert.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(8);
    if (!p)
        abort();
    assert((unsigned)p % 16 == 0); // FAILS: assertion
    free(p);
    return 0;
}
