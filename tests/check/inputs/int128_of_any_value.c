// Numbers of 128 bits are inputs, with and without a sign.
#include <assert.h>

__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_int128();
    unsigned __int128 b = __VERIFIER_nondet_uint128();
    if (a < 0 && a >> 64 != -1 && b >> 127 != 0)
        assert((unsigned __int128)a != b + 5); // FAILS: assertion
    return 0;
}
