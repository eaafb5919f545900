// STDOUT: 3 of 4\n
// As many numbers as the format asks for.
#include <stdio.h>

int main(void) {
    int done = 3;
    int total = 4;
    const char *format = "%d of %d\n";
    printf(format, done, total);
    return 0;
}
