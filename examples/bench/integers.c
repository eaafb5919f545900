/* Integer loops over arrays: a sieve and a table-driven checksum. */
#include <stdio.h>

static unsigned char sieve[1000001];
static unsigned table[256];

int main(void) {
    unsigned long primes = 0;
    for (int round = 0; round < 4; round++) {
        for (int i = 2; i <= 1000000; i++)
            sieve[i] = 1;
        for (int i = 2; i <= 1000; i++)
            if (sieve[i])
                for (int j = i * i; j <= 1000000; j += i)
                    sieve[j] = 0;
        for (int i = 2; i <= 1000000; i++)
            primes += sieve[i];
    }
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    unsigned crc = ~0u;
    for (int i = 0; i < 4000000; i++)
        crc = table[(crc ^ sieve[i % 1000000]) & 0xff] ^ (crc >> 8);
    printf("%lu %08x\n", primes, crc);
    return 0;
}
