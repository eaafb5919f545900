// What is aligned to 16 need not be aligned to 32.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct block {
    _Alignas(16) char bytes[16];
};

int main(void) {
    struct block b;
    assert((uintptr_t)&b % 16 == 0);
    return 0;
}
