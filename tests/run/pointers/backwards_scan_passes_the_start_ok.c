// EXIT: 0
// The trimming stops at the start.
#include <string.h>

static void trim(char *s) {
    size_t n = strlen(s);
    while (n > 0 && s[n - 1] == ' ')
        n--;
    s[n] = '\0';
}

int main(void) {
    char text[] = "a  ", blank[] = "   ";
    trim(text);
    if (strcmp(text, "a") != 0)
        return 1;
    trim(blank);
    return (int)strlen(blank);
}
