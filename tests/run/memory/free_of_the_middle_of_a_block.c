// The pointer that walked through the block is freed, not its start.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = malloc(16);
    if (!line)
        return 1;
    strcpy(line, "   indented");
    while (*line == ' ')
        line++;
    free(line); // BUG: invalid-free
    return 0;
}
