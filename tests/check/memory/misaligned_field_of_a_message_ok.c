// A number at an offset that comes with the message is copied out.
#include <stdint.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static _Alignas(4) unsigned char message[8] = {1, 0, 0, 0, 2, 0, 0, 0};

int main(void) {
    unsigned offset = __VERIFIER_nondet_uint();
    if (offset > 4)
        return 0;
    uint32_t value;
    memcpy(&value, message + offset, sizeof value);
    return value > 2;
}
