// A word must not come to where it is read, be it only with its terminator.
// NATIVE: no sanitizer looks for overlaps in this function
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    sscanf(text, "%1s", text + 1); // FAILS: overlapping-copy
    return text[0];
}
