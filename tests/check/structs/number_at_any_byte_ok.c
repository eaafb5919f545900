// A number is copied from a message, at any offset.
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    _Alignas(8) unsigned char message[12] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
    unsigned offset = __VERIFIER_nondet_uint();
    if (offset > 8)
        return 1;
    unsigned number;
    memcpy(&number, message + offset, sizeof number);
    return number == 2;
}
