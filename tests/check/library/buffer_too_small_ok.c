// A stream may use all of the buffer that it is given.
#include <stdio.h>

int main(void) {
    static char buffer[64];
    setvbuf(stdout, buffer, _IOFBF, 64);
    return 0;
}
