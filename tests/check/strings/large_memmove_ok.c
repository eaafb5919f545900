// A large block is moved down by any distance, and its last byte with it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 20000u

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned distance = __VERIFIER_nondet_uint();
    if (distance < 1 || distance >= SIZE)
        return 0;
    char *block = calloc(SIZE, 1);
    if (!block)
        return 1;
    block[SIZE - 1] = 'e';
    memmove(block, block + distance, SIZE - distance);
    assert(block[SIZE - distance - 1] == 'e');
    free(block);
    return 0;
}
