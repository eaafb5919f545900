// A byte of a pointer is changed, and changed back; another pointer lies in a packed structure.
// OPTIONS: --check lost-memory
#include <stdlib.h>
#include <string.h>

static char *kept;
static struct __attribute__((packed)) {
    char tag;
    char *first, *second;
} both;

int main(void) {
    kept = malloc(8);
    char *other = malloc(8);
    if (!kept || !other)
        abort();
    for (int i = 0; i < 2; i++)
        ((unsigned char *)&kept)[2] ^= 0x55;
    for (unsigned i = 0; i < sizeof other; i++)
        ((char *)&both.first)[i] = ((char *)&other)[i];
    both.second = other + 1;
    return 0;
}
