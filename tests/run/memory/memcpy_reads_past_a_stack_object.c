// The length is that of the larger destination.
#include <string.h>

struct header {
    int version;
    int flags;
};

struct packet {
    int version;
    int flags;
    int length;
};

int main(void) {
    struct header h = {4, 0};
    struct packet p = {0, 0, 0};
    memcpy(&p, &h, sizeof p); // BUG: out-of-bounds-read
    return p.version;
}
