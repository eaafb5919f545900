// Blanks are trimmed from the right without a test for the start.
#include <string.h>

static void trim(char *s) {
    char *p = s + strlen(s) - 1;
    while (*p == ' ')
        p--; // BUG: pointer-arithmetic
    p[1] = '\0';
}

int main(void) {
    char text[] = "a  ", blank[] = "   ";
    trim(text);
    if (strcmp(text, "a") != 0)
        return 1;
    trim(blank);
    return (int)strlen(blank);
}
