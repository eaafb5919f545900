// A body that is only inline is no definition, but not a function that may be left out either.
// OPTIONS: --stub-missing
// VERDICT: unknown
#include <assert.h>

inline void check(int x) {
    assert(x != 1);
}

int main(void) {
    check(1); // UNKNOWN: missing-body
    return 0;
}
