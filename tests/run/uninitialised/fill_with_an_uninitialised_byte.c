// memset copies what is not there.
#include <string.h>

int main(void) {
    int c;
    char buffer[16];
    memset(buffer, c, sizeof buffer);
    if (buffer[3] == 7) // BUG: uninitialised-use
        return 1;
    return 0;
}
