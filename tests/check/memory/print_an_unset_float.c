// A float that was never set is printed.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    double x;
    printf("%5.2f\n", x); // FAILS: uninitialised-use
    return 0;
}
