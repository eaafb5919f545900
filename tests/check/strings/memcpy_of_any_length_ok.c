// The length of a memcpy is checked against source and destination.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char source[16] = "0123456789abcde";
    char target[12] = {0};
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > sizeof source || n > sizeof target)
        return 0;
    memcpy(target, source, n);
    assert(target[n - 1] == source[n - 1]);
    return 0;
}
