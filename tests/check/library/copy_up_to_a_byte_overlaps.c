// All that is written must be apart from all that is read.
// NATIVE: no sanitizer watches what this function writes
#include <string.h>

int main(void) {
    char text[16] = "abc;def";
    memccpy(text + 2, text, ';', 8); // FAILS: overlapping-copy
    return text[4];
}
