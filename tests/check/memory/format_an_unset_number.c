// A number that was never set is written to memory as a text.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    char text[20];
    snprintf(text, sizeof text, "%d", x); // FAILS: uninitialised-use
    return 0;
}
