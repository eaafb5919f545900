// memcpy may not copy bytes onto themselves.
#include <string.h>

int main(void) {
    char text[8] = "abc";
    char *same = text;
    memmove(text, same, 4);
    return 0;
}
