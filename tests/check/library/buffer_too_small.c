// A stream may use all of the buffer that it is given.
// NATIVE: short output stays within
#include <stdio.h>

int main(void) {
    char buffer[16];
    setvbuf(stdout, buffer, _IOFBF, 64); // FAILS: out-of-bounds-write
    return 0;
}
