// A character that was never set is written.
// NATIVE: older MemorySanitizers do not look at the argument of putchar
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    putchar(x); // FAILS: uninitialised-use
    return 0;
}
