// STDOUT: ratio 0.50\n
// The format asks for what is given.
#include <stdio.h>

int main(void) {
    double ratio = 0.5;
    const char *format = "ratio %.2f\n";
    printf(format, ratio);
    return 0;
}
