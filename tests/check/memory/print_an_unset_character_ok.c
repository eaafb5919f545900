// A character that was never set is printed.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    x = 65;
    printf("%c\n", x);
    return 0;
}
