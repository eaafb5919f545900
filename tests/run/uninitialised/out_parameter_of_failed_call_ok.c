// STDOUT: no number\n
// The result of sscanf says that nothing was read.
#include <stdio.h>

int main(void) {
    int number;
    if (sscanf("twelve", "%d", &number) != 1)
        puts("no number");
    else if (number == 12)
        puts("twelve");
    return 0;
}
