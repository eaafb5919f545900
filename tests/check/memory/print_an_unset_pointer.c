// A pointer that was never set is printed.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    void *x;
    printf("%p\n", x); // FAILS: uninitialised-use
    return 0;
}
