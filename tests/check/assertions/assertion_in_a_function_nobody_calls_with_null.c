// The branch for null in a lookup is never taken; a lookup past the last key fails.
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int lookup(const unsigned char *keys, int n, unsigned char key) {
    if (keys == NULL) {
        assert(0); // UNREACHABLE: assertion
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (keys[i] == key)
            return i;
    return -1;
}

int main(void) {
    static const unsigned char keys[4] = {0, 1, 2, 3};
    unsigned char key = __VERIFIER_nondet_uchar() % 5;
    assert(lookup(keys, 4, key) == key); // FAILS: assertion
    return 0;
}
