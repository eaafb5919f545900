// Short texts live in a local buffer, long ones on the heap; both are freed.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char small[16];
    unsigned length = __VERIFIER_nondet_uint();
    if (length == 0 || length > 1000)
        return 0;
    char *text = small;
    if (length > sizeof small)
        text = malloc(length);
    if (!text)
        return 1;
    text[length - 1] = '\0';
        free(text); // FAILS: invalid-free
    return 0;
}
