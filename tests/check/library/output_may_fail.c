// Output fails where the user says so, and nowhere else.
// OPTIONS: --io-may-fail
// NATIVE: output does not fail
#include <assert.h>
#include <stdio.h>

int main(void) {
    int length = printf("%d bytes\n", 12);
    assert(length == 9); // FAILS: assertion
    return 0;
}
