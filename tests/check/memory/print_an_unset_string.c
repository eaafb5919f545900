// A string whose second byte was never set is printed.
// NATIVE: older MemorySanitizers do not look at the arguments of printf
// OPTIONS: --check uninitialised-use
#include <stdio.h>

int main(void) {
    char s[3];
    s[0] = 'a';
    printf("%s\n", s); // FAILS: uninitialised-use
    return 0;
}
