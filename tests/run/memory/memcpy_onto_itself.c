// memcpy may not copy bytes onto themselves.
#include <string.h>

int main(void) {
    char text[8] = "abc";
    char *same = text;
    memcpy(text, same, 4); // BUG: overlapping-copy
    return 0;
}
