// A fixed address, as in firmware, belongs to no object here.
#include <stdint.h>

int main(void) {
    volatile uint32_t *status = (volatile uint32_t *)0x40021000;
    return (int)(*status & 1u); // BUG: wild-pointer
}
