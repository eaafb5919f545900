// The format asks for two numbers, one is given.
#include <stdio.h>

int main(void) {
    int done = 3;
    const char *format = "%d of %d\n";
    printf(format, done); // BUG: out-of-bounds-read
    return 0;
}
