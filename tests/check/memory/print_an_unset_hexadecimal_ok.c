// One of two numbers was never set.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    unsigned x = 3, y;
    y = 4;
    fprintf(stderr, "%x %lx\n", x, (unsigned long)y);
    return 0;
}
