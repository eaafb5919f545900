// All that is written must be apart from all that is read.
#include <string.h>

int main(void) {
    char text[16] = "abc;def";
    memccpy(text + 4, text, ';', 8);
    return text[4];
}
