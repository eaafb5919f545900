// A float that was never set is printed.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    double x;
    x = 1;
    printf("%5.2f\n", x);
    return 0;
}
