// The terminator is always written.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[8];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 7)
        return 0;
    memset(text, 'a', sizeof text);
    if (n < 8)
        text[n] = '\0';
    size_t length = strlen(text);
    assert(length == n);
    return 0;
}
