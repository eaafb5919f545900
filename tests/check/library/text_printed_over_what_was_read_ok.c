// What is written behind a string reaches the string.
#include <stdio.h>

int main(void) {
    char text[16] = "";
    text[4] = 'x';
    sprintf(text, "%s%d", text + 4, 12);
    return text[0];
}
