// strcat appends to an array that holds no string yet.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[8];
    strcat(text, "ab"); // BUG: uninitialised-use
    puts(text);
    return 0;
}
