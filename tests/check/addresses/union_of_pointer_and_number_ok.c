// The number beside a pointer in a union is its address.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

union both {
    int *pointer;
    uint64_t number;
    uint16_t parts[4];
};

int main(void) {
    int value = 4;
    union both both;
    both.pointer = &value;
    assert(both.parts[3] == 0 && *both.pointer == 4);
    return 0;
}
