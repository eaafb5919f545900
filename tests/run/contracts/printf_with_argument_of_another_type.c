// The format asks for an int, a double is given.
#include <stdio.h>

int main(void) {
    double ratio = 0.5;
    const char *format = "ratio %d\n";
    printf(format, ratio); // BUG: invalid-argument
    return 0;
}
