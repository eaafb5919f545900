// memset with a value.
// EXIT: 1
#include <string.h>

int main(void) {
    int c = 7;
    char buffer[16];
    memset(buffer, c, sizeof buffer);
    if (buffer[3] == 7)
        return 1;
    return 0;
}
