// A word must not come to where it is read.
// NATIVE: no sanitizer looks for overlaps in this function
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    sscanf(text, "%s", text); // FAILS: overlapping-copy
    return text[0];
}
