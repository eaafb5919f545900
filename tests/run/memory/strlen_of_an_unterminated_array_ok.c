// EXIT: 4
// The length of a text without terminator is bounded by the size of its array.
#include <string.h>

static const char magic[4] = "FTHM";

int main(void) {
    const char *name = magic;
    return (int)strnlen(name, sizeof magic);
}
