// Leading blanks are cut off with strcpy within one string.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[] = "  text";
    char *start = line;
    while (*start == ' ')
        start++;
    strcpy(line, start); // BUG: overlapping-copy
    puts(line);
    return 0;
}
