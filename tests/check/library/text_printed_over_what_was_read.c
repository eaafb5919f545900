// What is written behind a string reaches the string.
// NATIVE: no sanitizer looks for overlaps in this function
#include <stdio.h>

int main(void) {
    char text[16] = "";
    text[4] = 'x';
    sprintf(text, "%s%d", text + 4, 12345); // FAILS: overlapping-copy
    return text[0];
}
