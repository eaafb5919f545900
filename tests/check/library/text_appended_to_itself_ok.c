// The terminator of what is appended lies in the source.
#include <string.h>

int main(void) {
    char text[32] = "abcd";
    strncat(text, text + 2, 2);
    return text[0];
}
