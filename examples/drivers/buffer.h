/* A buffer that compresses in some places and not in others, the same on every machine. */
#include <stddef.h>
#include <stdint.h>

static void fill(unsigned char *buffer, size_t size) {
    uint32_t state = 2463534242u;
    for (size_t i = 0; i < size; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        size_t phase = i / 2048 % 3;
        if (phase == 0)
            buffer[i] = (unsigned char)"the quick brown fox jumps over the lazy dog. "[i % 45];
        else if (phase == 1)
            buffer[i] = (unsigned char)(state >> 24);
        else
            buffer[i] = (unsigned char)(state % 4 == 0 ? 'a' + state / 4 % 8 : ' ');
    }
}

/* Adler's sum, so that the drivers do not depend on the library that they test. */
static uint32_t sum(const unsigned char *buffer, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + buffer[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
