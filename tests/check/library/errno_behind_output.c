// A function that succeeds may set errno, unless the standard says how it uses it.
// NATIVE: the library of the machine does one of the things that the standard allows
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 0;
    puts("text");
    assert(errno == 0); // FAILS: assertion
    return 0;
}
