// A width of 1 has no room for more than a digit.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    int digit;
    if (scanf("%1d", &digit) == 1)
        assert(digit >= 0 && digit < 9); // FAILS: assertion
    return 0;
}
