// The flag # is not defined for decimal numbers.
// STDOUT: 0xc\n
#include <stdio.h>

int main(void) {
    printf("%#x\n", 12);
    return 0;
}
