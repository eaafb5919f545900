// A string that was never set is written.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    char s[2];
    s[0] = 0;
    puts(s);
    return 0;
}
