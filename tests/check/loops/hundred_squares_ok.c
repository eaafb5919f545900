// A table of a hundred squares is filled.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int squares[100];

int main(void) {
    for (int i = 0; i < 100; i++)
        squares[i] = i * i;
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 100)
        assert(squares[i] == (int)(i * i));
    return 0;
}
