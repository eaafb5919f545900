// The result of sscanf is ignored, and so is that nothing was read.
#include <stdio.h>

int main(void) {
    int number;
    sscanf("twelve", "%d", &number);
    if (number == 12) // BUG: uninitialised-use
        puts("twelve");
    return 0;
}
