// Reads the fields of a message: each has a type, a length and as many bytes.
// A length that leads out of the message ends the reading.
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 12 };

struct message {
    unsigned char bytes[SIZE];
};

static unsigned checksum(const unsigned char *field, size_t length) {
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += field[i];
    return sum;
}

int main(void) {
    struct message message;
    for (size_t i = 0; i < SIZE; i++)
        message.bytes[i] = __VERIFIER_nondet_uchar();

    unsigned total = 0;
    size_t at = 0;
    while (at + 2 <= SIZE) {
        size_t length = message.bytes[at + 1] & 7;
        if (length > SIZE - at - 2)
            break;
        total += checksum(message.bytes + at + 2, length);
        at += 2 + length;
    }
    return total > 12 * 255;
}
