// The format is read like what it prints.
#include <stdio.h>

int main(void) {
    char text[8] = "ab";
    sprintf(text + 3, text);
    return text[0];
}
