// The slot number of a message is compared with the number of slots.
#include <stdlib.h>

#define SLOTS 8

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *slots = calloc(SLOTS, sizeof *slots);
    if (!slots)
        return 1;
    unsigned char slot = __VERIFIER_nondet_uchar();
    if (slot < SLOTS)
        slots[slot] = 1;
    free(slots);
    return 0;
}
