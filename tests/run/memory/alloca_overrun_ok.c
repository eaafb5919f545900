// EXIT: 3
// The scratch buffer has room for the terminator.
#include <alloca.h>
#include <string.h>

static int scratch_length(const char *text, size_t n) {
    char *scratch = alloca(n + 1);
    memcpy(scratch, text, n);
    scratch[n] = '\0';
    return (int)strlen(scratch);
}

int main(void) {
    return scratch_length("abcdef", 3);
}
