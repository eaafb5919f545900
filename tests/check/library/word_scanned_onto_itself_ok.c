// A word must not come to where it is read.
#include <stdio.h>

int main(void) {
    char text[8] = "ab", word[8];
    sscanf(text, "%s", word);
    return text[0];
}
