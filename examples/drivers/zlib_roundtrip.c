/* Compresses and decompresses with zlib at several levels and strategies, in one piece and in small ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "buffer.h"

enum { SIZE = 20000 };

static void check(int code, const char *what) {
    if (code != Z_OK && code != Z_STREAM_END) {
        printf("%s: %d\n", what, code);
        exit(1);
    }
}

/* Memory that is zero. When the window slides, deflate moves all entries of a table, also those that it has not
   filled yet: what it computes from them is never used, but the computation branches on them. */
static void *allocate(void *opaque, unsigned items, unsigned size) {
    (void)opaque;
    return calloc(items, size);
}

static void release(void *opaque, void *address) {
    (void)opaque;
    free(address);
}

/* Through streams, with little room at a time. */
static void stream(unsigned char *source, int level, int strategy, int window) {
    static unsigned char packed[2 * SIZE], unpacked[SIZE];
    z_stream out;
    memset(&out, 0, sizeof out);
    out.zalloc = allocate;
    out.zfree = release;
    check(deflateInit2(&out, level, Z_DEFLATED, window, 8, strategy), "deflateInit2");
    out.next_in = source;
    out.avail_in = SIZE;
    out.next_out = packed;
    int code;
    do {
        out.avail_out = 777;
        code = deflate(&out, Z_FINISH);
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            check(code, "deflate");
    } while (code != Z_STREAM_END);
    size_t size = out.total_out;
    check(deflateEnd(&out), "deflateEnd");

    z_stream in;
    memset(&in, 0, sizeof in);
    check(inflateInit2(&in, window), "inflateInit2");
    in.next_in = packed;
    in.avail_in = (uInt)size;
    in.next_out = unpacked;
    do {
        size_t room = SIZE - in.total_out;
        in.avail_out = room < 1000 ? (uInt)room : 1000;
        code = inflate(&in, Z_NO_FLUSH);
        check(code, "inflate");
    } while (code != Z_STREAM_END);
    check(inflateEnd(&in), "inflateEnd");
    printf("level %d strategy %d window %d: %zu bytes, sum %08x, %s\n", level, strategy, window, size,
           sum(packed, size), memcmp(source, unpacked, SIZE) == 0 ? "same" : "DIFFERENT");
}

int main(void) {
    static unsigned char source[SIZE], packed[2 * SIZE], unpacked[SIZE];
    fill(source, SIZE);
    printf("zlib %s, source: sum %08x, crc %08lx, adler %08lx\n", zlibVersion(), sum(source, SIZE),
           crc32(0, source, SIZE), adler32(1, source, SIZE));

    for (int level = 0; level <= 9; level += 3) {
        uLongf size = sizeof packed, back = sizeof unpacked;
        check(compress2(packed, &size, source, SIZE, level), "compress2");
        check(uncompress(unpacked, &back, packed, size), "uncompress");
        printf("level %d: %lu bytes, sum %08x, %s\n", level, size, sum(packed, size),
               back == SIZE && memcmp(source, unpacked, SIZE) == 0 ? "same" : "DIFFERENT");
    }
    stream(source, 6, Z_FIXED, 15);
    stream(source, 5, Z_FILTERED, -12);
    stream(source, 9, Z_RLE, 15 + 16);
    stream(source, 1, Z_HUFFMAN_ONLY, 9);

    packed[100] ^= 0x55;
    uLongf back = sizeof unpacked;
    printf("damaged: %d\n", uncompress(unpacked, &back, packed, sizeof packed));
    return 0;
}
