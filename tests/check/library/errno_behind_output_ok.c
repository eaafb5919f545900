// A function that succeeds may set errno, unless the standard says how it uses it.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    puts("text");
    errno = 0;
    long number = strtol("12", NULL, 10);
    assert(errno == 0 && number == 12);
    errno = ERANGE;
    puts("text");
    // No function sets it to 0.
    assert(errno != 0);
    return 0;
}
