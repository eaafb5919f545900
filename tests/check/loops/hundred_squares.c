// A table of a hundred squares is filled but for its last entry.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int squares[100];

int main(void) {
    for (int i = 0; i < 99; i++)
        squares[i] = i * i;
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 100)
        assert(squares[i] == (int)(i * i)); // FAILS: assertion
    return 0;
}
