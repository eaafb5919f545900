// A pointer that was never set is printed.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    void *x;
    printf("%p\n", x); // FAILS: uninitialised-use
    return 0;
}
