// The terminator that is written lies in the string that is read, and its terminator counts too.
// NATIVE: no sanitizer looks for overlaps in this function
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    snprintf(text, 8, "%s", text + 1); // FAILS: overlapping-copy
    return text[0];
}
