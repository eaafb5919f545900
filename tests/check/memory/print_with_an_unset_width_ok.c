// A width that was never set.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    int width;
    width = 3;
    printf("%*d\n", width, 1);
    return 0;
}
