// A float that was never set is printed.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    double x;
    printf("%5.2f\n", x); // FAILS: uninitialised-use
    return 0;
}
