// An array exactly as long as its text has no terminator.
#include <string.h>

static const char magic[4] = "FTHM";

int main(void) {
    const char *name = magic;
    return (int)strlen(name); // BUG: out-of-bounds-read
}
