// STDOUT: 201\n
// snprintf truncates instead.
#include <stdio.h>

int main(void) {
    char year[4];
    int value = 2019;
    snprintf(year, sizeof year, "%d", value);
    puts(year);
    return 0;
}
