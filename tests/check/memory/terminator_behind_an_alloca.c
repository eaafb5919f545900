// The terminator has no room in a block on the stack of any length.
#include <alloca.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length < 1 || length > 32)
        return 0;
    char *text = alloca(length);
    memset(text, 'x', length);
    text[length] = '\0'; // FAILS: out-of-bounds-write
    return text[0] != 'x';
}
