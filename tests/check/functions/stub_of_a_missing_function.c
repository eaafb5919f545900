// A function that nobody defines may return something else each time.
// OPTIONS: --stub-missing
// NATIVE: nobody defines the functions
#include <assert.h>

extern int limit(int);
extern int old_style();

int main(void) {
    int (*through)(int) = limit;
    assert(limit(1) == limit(1)); // FAILS: assertion
    if (through(1) == 7)
        assert(old_style(4, 5) != 7); // FAILS: assertion
    return 0;
}
