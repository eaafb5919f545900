// A pointer survives being a number, whatever the number is.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int value = 3;
    uintptr_t number = (uintptr_t)&value;
    number += 100;
    number -= 100;
    int *back = (int *)number;
    assert(*back == 3 && back == &value);
    return 0;
}
