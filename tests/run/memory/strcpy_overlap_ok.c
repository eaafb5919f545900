// STDOUT: text\n
// Leading blanks are cut off with memmove.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[] = "  text";
    char *start = line;
    while (*start == ' ')
        start++;
    memmove(line, start, strlen(start) + 1);
    puts(line);
    return 0;
}
