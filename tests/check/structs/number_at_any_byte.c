// A number is read from a message at an offset that need not be a multiple of four.
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    _Alignas(8) unsigned char message[12] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
    unsigned offset = __VERIFIER_nondet_uint();
    if (offset > 8)
        return 1;
    const unsigned *place = (const unsigned *)(const void *)(message + offset);
    unsigned number = *place; // FAILS: misaligned-access
    return number == 2;
}
