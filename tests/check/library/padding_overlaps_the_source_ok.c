// The zeros that strncpy fills up with are part of what it writes.
#include <string.h>

int main(void) {
    char text[32] = "ab";
    strcpy(text + 10, "xyz");
    strncpy(text, text + 10, 10);
    return text[0];
}
