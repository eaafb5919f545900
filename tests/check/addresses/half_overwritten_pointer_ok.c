// Half of a pointer and half of a number make a number that depends on where the object lies.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include <string.h>

int main(void) {
    int a;
    int *p = &a;
    uint32_t low = 0x100;
    memcpy(&p, &low, 4);
    uint64_t number;
    memcpy(&number, &p, 8);
    assert((uint32_t)number == 0x100);
    return 0;
}
