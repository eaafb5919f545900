// Two keys may have the same hash, and they always have the same one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static unsigned hash(const void *p) {
    return (unsigned)((uintptr_t)p >> 3) % 4;
}

int main(void) {
    int a, b, count[4] = {0};
    count[hash(&a)]++;
    count[hash(&b)]++;
    assert(count[hash(&a)] == 1); // FAILS: assertion
    return 0;
}
