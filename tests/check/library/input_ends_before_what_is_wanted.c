// A format without conversions fails like one with them where the input ends.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(scanf("abc") == 0); // FAILS: assertion
    return 0;
}
