// Reading the bytes of a pointer one by one shows its address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int value = 4;
    int *pointer = &value, *copy;
    unsigned char *from = (unsigned char *)&pointer, *to = (unsigned char *)&copy;
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof pointer; i++) {
        to[i] = from[i];
        sum += from[i];
    }
    assert(sum > 12); // FAILS: assertion
    return 0;
}
