// A character that was never set is printed.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    printf("%c\n", x); // FAILS: uninitialised-use
    return 0;
}
