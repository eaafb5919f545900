// A pointer that was never set is printed.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    void *x;
    x = 0;
    printf("%p\n", x);
    return 0;
}
