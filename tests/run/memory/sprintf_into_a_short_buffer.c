// Four digits and a terminator do not fit four bytes.
#include <stdio.h>

int main(void) {
    char year[4];
    int value = 2019;
    sprintf(year, "%d", value); // BUG: out-of-bounds-write
    puts(year);
    return 0;
}
