// A number that was never set is written to memory as a text.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int x;
    char text[20];
    x = 1;
    snprintf(text, sizeof text, "%d", x);
    return 0;
}
