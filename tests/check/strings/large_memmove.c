// A large block is moved down by any distance; its last byte is looked for one too high.
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
    assert(block[SIZE - distance] == 'e'); // FAILS: assertion
    free(block);
    return 0;
}
