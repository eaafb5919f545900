// The scratch buffer has no room for the terminator.
#include <alloca.h>
#include <string.h>

static int scratch_length(const char *text, size_t n) {
    char *scratch = alloca(n);
    memcpy(scratch, text, n);
    scratch[n] = '\0'; // BUG: out-of-bounds-write
    return (int)strlen(scratch);
}

int main(void) {
    return scratch_length("abcdef", 3);
}
