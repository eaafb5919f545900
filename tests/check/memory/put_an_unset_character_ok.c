// A character that was never set is written.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    x = 65;
    putchar(x);
    return 0;
}
