// A string that was never set is written.
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    char s[2];
    puts(s); // FAILS: uninitialised-use
    return 0;
}
