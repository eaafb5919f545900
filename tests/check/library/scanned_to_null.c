// A null pointer is no way to have the input thrown away: that is what the star is for.
// NATIVE: the sanitizers do not look at what scanf writes through
#include <stdio.h>

int main(void) {
    char *p = 0;
    char word[4];
    if (sscanf("abc", "%*c%2s", word) != 1)
        return 1;
    return sscanf("abc", "%2c", p); // FAILS: null-dereference
}
