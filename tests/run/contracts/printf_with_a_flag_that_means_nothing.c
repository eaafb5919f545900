// The flag # is not defined for decimal numbers.
#include <stdio.h>

int main(void) {
    printf("%#d\n", 12); // BUG: invalid-argument
    return 0;
}
