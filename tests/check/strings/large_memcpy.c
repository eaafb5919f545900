// After a copy of any length between large buffers, one byte more is said to be equal.
#include <assert.h>
#include <string.h>

#define SIZE 4096u

extern unsigned __VERIFIER_nondet_uint(void);

static char from[SIZE], to[SIZE];

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = __VERIFIER_nondet_uint();
    if (n > SIZE || i >= SIZE)
        return 0;
    memset(from, 'f', SIZE);
    memset(to, 't', SIZE);
    memcpy(to, from, n);
    assert(i > n || to[i] == 'f'); // FAILS: assertion
    return 0;
}
