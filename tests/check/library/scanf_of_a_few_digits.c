// A sign takes one of the bytes.
// NATIVE: what the stream gives is up to whoever runs the test
#include <assert.h>
#include <stdio.h>

int main(void) {
    long decimal;
    unsigned octal, hexadecimal;
    if (scanf("%3ld %2o %2x", &decimal, &octal, &hexadecimal) == 3)
        assert(decimal > -99 && decimal <= 999); // FAILS: assertion
    return 0;
}
