// The format is read like what it prints.
// NATIVE: no sanitizer looks for overlaps in this function
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    sprintf(text, text); // FAILS: overlapping-copy
    return text[0];
}
