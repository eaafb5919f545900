/* Compresses and decompresses with bzip2, with the fast and the small decompressor. */
#include <bzlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"

enum { SIZE = 20000 };

/* Called by the library when it finds a mistake in itself (BZ_NO_STDIO). */
void bz_internal_error(int code) {
    printf("bzip2: internal error %d\n", code);
    exit(1);
}

int main(void) {
    static char source[SIZE], packed[2 * SIZE], unpacked[SIZE];
    fill((unsigned char *)source, SIZE);
    printf("bzip2 %s, source: sum %08x\n", BZ2_bzlibVersion(), sum((unsigned char *)source, SIZE));
    for (int round = 0; round < 3; round++) {
        int blocks = round == 0 ? 1 : 9, work = round == 2 ? 1 : 0, small = round == 1;
        unsigned size = sizeof packed, back = sizeof unpacked;
        int code = BZ2_bzBuffToBuffCompress(packed, &size, source, SIZE, blocks, 0, work);
        if (code != BZ_OK) {
            printf("compress: %d\n", code);
            return 1;
        }
        code = BZ2_bzBuffToBuffDecompress(unpacked, &back, packed, size, small, 0);
        if (code != BZ_OK) {
            printf("decompress: %d\n", code);
            return 1;
        }
        printf("round %d: %u bytes, sum %08x, %s\n", round, size, sum((unsigned char *)packed, size),
               back == SIZE && memcmp(source, unpacked, SIZE) == 0 ? "same" : "DIFFERENT");
    }
    packed[200] ^= 0x55;
    unsigned back = sizeof unpacked;
    printf("damaged: %d\n", BZ2_bzBuffToBuffDecompress(unpacked, &back, packed, sizeof packed, 0, 0));
    return 0;
}
