// A width that was never set.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int width;
    printf("%*d\n", width, 1); // FAILS: uninitialised-use
    return 0;
}
