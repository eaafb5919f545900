// STDOUT: ab\n
// The array holds the empty string.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8];
    text[0] = '\0';
    strcat(text, "ab");
    puts(text);
    return 0;
}
