// A block on the stack of any length has room for the terminator.
#include <alloca.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length < 1 || length > 32)
        return 0;
    char *text = alloca(length + 1);
    memset(text, 'x', length);
    text[length] = '\0';
    return text[0] != 'x';
}
