// One of two numbers was never set.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    unsigned x = 3, y;
    fprintf(stderr, "%x %lx\n", x, (unsigned long)y); // FAILS: uninitialised-use
    return 0;
}
