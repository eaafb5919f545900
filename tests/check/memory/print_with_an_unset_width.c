// A width that was never set.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int width;
    printf("%*d\n", width, 1); // FAILS: uninitialised-use
    return 0;
}
