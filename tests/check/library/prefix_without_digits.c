// The standard refuses such a number, glibc takes it for 0.
// NATIVE: the library of the machine does one of the things that the standard allows
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned number = 7;
    char behind = '-';
    int count = sscanf("0xg", "%x%c", &number, &behind);
    assert(count == 2); // FAILS: assertion
    return 0;
}
