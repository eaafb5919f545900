// The precondition of a checksum does not hold for the length that it is given.
#include <assert.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __CPROVER_r_ok(const void *, size_t);

static unsigned checksum(const unsigned char *data, size_t length) {
    assert(__CPROVER_r_ok(data, length)); // FAILS: assertion
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += data[i];
    return sum;
}

int main(void) {
    static unsigned char packet[6] = {1, 2, 3, 4, 5, 6};
    unsigned header = __VERIFIER_nondet_uint();
    if (header < 1 || header > 4)
        return 0;
    return checksum(packet + header, 4) > 21;
}
