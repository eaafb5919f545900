// A character that was never set is printed.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    printf("%c\n", x); // FAILS: uninitialised-use
    return 0;
}
